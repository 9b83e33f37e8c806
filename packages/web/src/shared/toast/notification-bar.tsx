import { createPortal } from 'react-dom';
import { cx } from '../ui/cx.ts';
import { Snackbar } from '../ui/snackbar.tsx';
import styles from './notification-bar.module.css';
import { useNotification } from './notify.ts';
import { useTopBarInReach } from './use-top-bar-in-reach.ts';

/** Both regions stand there from the start, so that screen readers announce what comes into them, over dialogs too. */
export function NotificationBar() {
  const current = useNotification((state) => state.current);
  const isUnderTopBar = useTopBarInReach(current !== null);
  const snackbar = current && <Snackbar key={current.id} {...current} />;
  const isError = current?.color === 'error';
  return createPortal(
    <div className={cx(styles.bar, isUnderTopBar && styles.underTopBar)}>
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
