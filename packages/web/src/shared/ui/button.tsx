import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import styles from './button.module.css';
import { cx } from './cx.ts';
import { Spinner } from './spinner.tsx';

export interface ButtonProps extends ComponentProps<'button'> {
  variant?: 'primary' | 'secondary' | 'ghost' | 'danger';
  size?: 's' | 'm';
  /** Keeps focus and name while the action runs, but does nothing. */
  isBusy?: boolean;
  icon?: ReactNode;
}

export function Button({
  variant = 'primary',
  size = 'm',
  isBusy = false,
  icon,
  type = 'button',
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  const handleClick = (event: MouseEvent<HTMLButtonElement>) => {
    if (isBusy) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <button
      {...rest}
      type={type}
      className={cx(styles.button, styles[variant], styles[size], className)}
      aria-busy={isBusy || undefined}
      aria-disabled={isBusy || undefined}
      onClick={handleClick}
    >
      {isBusy ? <Spinner /> : icon}
      {children}
    </button>
  );
}
