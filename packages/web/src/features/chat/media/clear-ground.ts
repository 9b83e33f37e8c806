import type { SyntheticEvent } from 'react';
import { cx } from '../../../shared/ui/cx.ts';
import styles from './clear-ground.module.css';

/** Pictures of these kinds may be drawn on nothing. */
const MAY_BE_CLEAR = /\.(?:png|gif|webp|svg|avif)$/i;

/** For an `<img>`: a drawing on nothing gets a ground that it stands out from in both themes, once it is there. */
export const onGround = (name: string, className?: string | undefined) => ({
  className: cx(className, MAY_BE_CLEAR.test(name) && styles.ground),
  onLoad: ({ currentTarget }: SyntheticEvent<HTMLImageElement>) => {
    // The small variant that stood there until then.
    currentTarget.style.backgroundImage = '';
    currentTarget.dataset.loaded = '';
  },
});
