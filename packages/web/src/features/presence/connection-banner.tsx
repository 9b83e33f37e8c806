import { WifiOff } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { socket } from '../../shared/socket.ts';
import styles from './connection-banner.module.css';
import { presenceTexts } from './presence.texts.ts';
import { useTyping } from './typing.ts';

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

const nobody: Record<string, string> = {};

interface TypingNoticeProps {
  chatId: string | null;
  /** Stands there while nobody is typing, and keeps its place meanwhile. */
  otherwise?: ReactNode;
}

export function TypingNotice({ chatId, otherwise }: TypingNoticeProps) {
  const [email] = Object.values(useTyping(({ chats }) => chats[chatId ?? ''] ?? nobody));
  const typing = email && `${email} ${presenceTexts.typing}`;
  if (!otherwise || !typing) return typing || otherwise;
  return (
    <span className={styles.stack}>
      <span>{typing}</span>
      <span className={styles.covered}>{otherwise}</span>
    </span>
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
