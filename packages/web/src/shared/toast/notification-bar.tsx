import { CircleAlert, CircleCheck, Info } from 'lucide-react';
import { useCallback, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { cx } from '../ui/cx.ts';
import styles from './notification-bar.module.css';
import { type SnackbarColor, useNotification } from './notify.ts';

/** Both regions exist from the start, so that screen readers announce what comes into them, over dialogs too. */
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

const icons = { success: CircleCheck, error: CircleAlert, info: Info };

function Snackbar({ message, color }: { message: string; color: SnackbarColor }) {
  const Icon = icons[color];
  return (
    <div className={cx(styles.snackbar, styles[color])}>
      <Icon aria-hidden="true" />
      <p>{message}</p>
    </div>
  );
}

const BAR = 'header button';
const OVER_IT = '[role="dialog"], [role="alertdialog"]';

/**
 * Whether one can press something in the top bar: the sign-in page has none, and a dialog lies over it. Looked for only
 * while it matters: a rule of `:root:has()` would have the whole page styled anew for every row that comes or goes.
 */
function useTopBarInReach(matters: boolean): boolean {
  const subscribe = useCallback(
    (onChange: () => void) => {
      if (!matters) return () => undefined;
      const observer = new MutationObserver(onChange);
      observer.observe(document.body, { childList: true, subtree: true });
      return () => observer.disconnect();
    },
    [matters],
  );
  return useSyncExternalStore(subscribe, () => matters && isInReach());
}

const isInReach = () =>
  document.querySelector(BAR) !== null && document.querySelector(OVER_IT) === null;
