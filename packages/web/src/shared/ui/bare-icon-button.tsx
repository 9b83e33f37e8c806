import type { LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';
import { cx } from './cx.ts';
import styles from './icon-button.module.css';

export interface BareIconButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  label: string;
  icon: LucideIcon;
  variant?: 'ghost' | 'plain' | 'primary' | 'danger';
  size?: 's' | 'm';
}

/** Without a tooltip, whose machinery is heavy: for the first page, and where there are very many. */
export function BareIconButton({
  label,
  icon: Icon,
  variant = 'ghost',
  size = 'm',
  type = 'button',
  className,
  ...rest
}: BareIconButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      aria-label={label}
      className={cx(styles.button, styles[variant], styles[size], className)}
    >
      <Icon aria-hidden="true" />
    </button>
  );
}
