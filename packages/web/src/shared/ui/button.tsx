import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import styles from './button.module.css';
import { cx } from './cx.ts';

interface ButtonProps extends ComponentProps<'button'> {
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

/** Decoration only: what is waited for is said by `aria-busy` or a text beside it. */
export function Spinner({ size = 18 }: { size?: number }) {
  return (
    <svg
      className={styles.spinner}
      width={size}
      height={size}
      viewBox="0 0 24 24"
      aria-hidden="true"
    >
      <circle className={styles.track} cx="12" cy="12" r="9" />
      <path className={styles.arc} d="M21 12a9 9 0 0 0-9-9" />
    </svg>
  );
}
