import { WifiOff } from 'lucide-react';
import { useEffect, useState } from 'react';
import { socket } from '../../shared/socket.ts';
import styles from './connection-banner.module.css';
import { systemTexts } from './system.texts.ts';

/** Shows that the socket is down; the status region stays in the page so that it is read out when it fills. */
export function ConnectionBanner() {
  const isOffline = useIsOffline();
  return (
    <div role="status">
      {isOffline && (
        <p className={styles.banner}>
          <WifiOff aria-hidden="true" />
          <span>
            {systemTexts.connection.lost}
            <span className={styles.more}>{systemTexts.connection.reconnecting}</span>
          </span>
        </p>
      )}
    </div>
  );
}

// A blink of the network is not worth a word.
const OFFLINE_TIMEOUT_MS = 800;

/** Whether the socket has been lost for a moment. The first connection of a page does not count as lost. */
function useIsOffline(): boolean {
  const [isOffline, setOffline] = useState(false);
  useEffect(() => {
    let timer: number | undefined;
    const lose = () => {
      timer ??= window.setTimeout(() => setOffline(!socket.connected), OFFLINE_TIMEOUT_MS);
    };
    const find = () => {
      window.clearTimeout(timer);
      timer = undefined;
      setOffline(false);
    };
    socket.on('connect', find);
    socket.on('disconnect', lose);
    socket.on('connect_error', lose);
    return () => {
      window.clearTimeout(timer);
      socket.off('connect', find);
      socket.off('disconnect', lose);
      socket.off('connect_error', lose);
    };
  }, []);
  return isOffline;
}
