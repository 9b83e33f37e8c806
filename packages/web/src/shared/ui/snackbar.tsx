import { CircleAlert, CircleCheck, Info } from 'lucide-react';
import { cx } from './cx.ts';
import styles from './snackbar.module.css';

export type SnackbarColor = 'success' | 'error' | 'info';

const icons = { success: CircleCheck, error: CircleAlert, info: Info };

export function Snackbar({ message, color }: { message: string; color: SnackbarColor }) {
  const Icon = icons[color];
  return (
    <div className={cx(styles.snackbar, styles[color])}>
      <Icon aria-hidden="true" />
      <p>{message}</p>
    </div>
  );
}
