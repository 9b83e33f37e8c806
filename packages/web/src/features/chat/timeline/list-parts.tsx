import { ArrowDown, ArrowUp } from 'lucide-react';
import { useCallback } from 'react';
import { formatDay } from '../../../shared/format/time.ts';
import { useServerTime } from '../../../shared/server-clock.ts';
import { Button, Spinner } from '../../../shared/ui/button.tsx';
import type { Pages } from '../messages/load-pages.ts';
import { messagesTexts } from '../messages/messages.texts.ts';
import styles from './list-parts.module.css';

/** Where a day begins. */
export function DayLine({ createdAt }: { createdAt: string }) {
  const day = useServerTime(
    useCallback((now: number) => formatDay(createdAt, messagesTexts, new Date(now)), [createdAt]),
  );
  return (
    <p className={styles.dayLine}>
      <time className={styles.day} dateTime={createdAt}>
        {day}
      </time>
    </p>
  );
}

interface ListTopProps {
  hasOlder: boolean;
  older: Pages;
  /** When the oldest message was written. */
  oldest: string | undefined;
}

/**
 * Above the oldest loaded message: whether older ones load, or the day on which the chat began. Its height is fixed, so that
 * the list does not jump.
 */
export function ListTop({ hasOlder, older, oldest }: ListTopProps) {
  return (
    <div className={styles.top}>
      <PagesNote
        pages={older}
        loading={messagesTexts.loadingOlder}
        failed={messagesTexts.olderFailed}
      />
      {!hasOlder && oldest && <DayLine createdAt={oldest} />}
    </div>
  );
}

/** Below the newest loaded message, if the chat goes on. */
export function ListBottom({ newer }: { newer: Pages }) {
  return (
    <div className={styles.bottom}>
      <PagesNote
        pages={newer}
        loading={messagesTexts.loadingNewer}
        failed={messagesTexts.newerFailed}
      />
    </div>
  );
}

interface PagesNoteProps {
  pages: Pages;
  loading: string;
  failed: string;
}

function PagesNote({ pages, loading, failed }: PagesNoteProps) {
  if (pages.isLoading) {
    return (
      <>
        <Spinner size={20} />
        <span className="visually-hidden">{loading}</span>
      </>
    );
  }
  if (!pages.hasFailed) return null;
  return (
    <>
      <span className={styles.failed}>{failed}</span>
      <Button variant="ghost" size="s" onClick={pages.load}>
        {messagesTexts.retry}
      </Button>
    </>
  );
}

/** The line above the first message that was unread when the chat was opened. */
export function UnreadLine() {
  return <p className={styles.unreadLine}>{messagesTexts.unreadFromHere}</p>;
}

/** Scrolls up to the unread line; shown while that line is out of sight. */
export function UnreadButton({ onClick }: { onClick: () => void }) {
  return (
    <button type="button" className={styles.button} onClick={onClick}>
      <ArrowUp aria-hidden="true" />
      {messagesTexts.jumpToUnread}
    </button>
  );
}

interface JumpButtonProps {
  /** Others' messages below, not seen yet. */
  count: number;
  onClick: () => void;
}

export function JumpButton({ count, onClick }: JumpButtonProps) {
  return (
    <button type="button" className={styles.jump} onClick={onClick}>
      {count > 0 && <span className={styles.count}>{messagesTexts.newMessages(count)}</span>}
      <ArrowDown aria-hidden="true" />
      <span className="visually-hidden">{messagesTexts.jumpToNewest}</span>
    </button>
  );
}
