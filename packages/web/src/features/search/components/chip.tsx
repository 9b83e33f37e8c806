import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from '../../../shared/ui/cx.ts';
import { uiTexts } from '../../../shared/ui/ui.texts.ts';
import styles from './chip.module.css';

interface ChipProps {
  /** What the filter is set to, in words. */
  chosen: string | null;
  onRemove: () => void;
  /** The button that opens it, with `triggerClass`. */
  children: ReactNode;
}

export const triggerClass = styles.trigger;

/** On a low screen what it opens would rather cover it than have no height. */
export const chipCollision = { side: 'shift', align: 'shift', fallbackAxisSide: 'none' } as const;

/** A filter, with a way to take it off once it is set. */
export function Chip({ chosen, onRemove, children }: ChipProps) {
  return (
    <span className={cx(styles.chip, chosen !== null && styles.set)}>
      {children}
      {chosen !== null && (
        <button
          type="button"
          className={styles.remove}
          aria-label={uiTexts.remove(chosen)}
          onClick={({ currentTarget }) => {
            // It goes itself: one goes on at what opens the filter.
            currentTarget.parentElement?.querySelector('button')?.focus();
            onRemove();
          }}
        >
          <X aria-hidden="true" />
        </button>
      )}
    </span>
  );
}
