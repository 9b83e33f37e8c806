import { WifiOff } from 'lucide-react';
import { useIsOffline } from '../hooks/use-is-offline.ts';
import { presenceTexts } from '../presence.texts.ts';
import styles from './connection-banner.module.css';

/** Shows that the socket is down; the status region stays in the page so that it is read out when it fills. */
export function ConnectionBanner() {
  const isOffline = useIsOffline();
  return (
    <div role="status">
      {isOffline && (
        <p className={styles.banner}>
          <WifiOff aria-hidden="true" />
          <span>
            {presenceTexts.offline}
            <span className={styles.more}>{presenceTexts.reconnecting}</span>
          </span>
        </p>
      )}
    </div>
  );
}
