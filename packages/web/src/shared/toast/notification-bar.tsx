import { createPortal } from 'react-dom';
import { Snackbar } from '../ui/snackbar.tsx';
import styles from './notification-bar.module.css';
import { useNotification } from './notify.ts';

/** Both regions stand there from the start, so that screen readers announce what comes into them, over dialogs too. */
export function NotificationBar() {
  const current = useNotification((state) => state.current);
  const snackbar = current && <Snackbar key={current.id} {...current} />;
  const isError = current?.color === 'error';
  return createPortal(
    <div className={styles.bar}>
      <div role="status" aria-live="polite">
        {!isError && snackbar}
      </div>
      <div role="alert" aria-live="assertive">
        {isError && snackbar}
      </div>
    </div>,
    document.body,
  );
}
