import type { LucideIcon } from 'lucide-react';
import { type ComponentProps, memo } from 'react';
import { Spinner } from './button.tsx';
import { cx } from './cx.ts';
import styles from './icon-button.module.css';

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  label: string;
  icon: LucideIcon;
  variant?: 'ghost' | 'plain' | 'primary' | 'danger';
  size?: 's' | 'm';
  /** Its action is under way; it can be pressed all the same. */
  isBusy?: boolean;
  /** Off where there are very many: a row of a long table, a message. */
  withTooltip?: boolean;
}

/** Its tooltip is shown by the one layer for all (`tooltip-layer.tsx`). */
export function IconButton({
  label,
  icon,
  variant = 'ghost',
  size = 'm',
  isBusy = false,
  withTooltip = true,
  type = 'button',
  className,
  ...rest
}: IconButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      aria-label={label}
      aria-busy={isBusy || undefined}
      data-tooltip={withTooltip || undefined}
      className={cx(styles.button, styles[variant], styles[size], className)}
    >
      {isBusy ? <Spinner /> : <Glyph icon={icon} />}
    </button>
  );
}

/** Making an icon is dearer than its button, and it never changes. */
const Glyph = memo(function Glyph({ icon: Icon }: { icon: LucideIcon }) {
  return <Icon aria-hidden="true" />;
});
