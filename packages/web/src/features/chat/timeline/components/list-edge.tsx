import { Button } from '../../../../shared/ui/button.tsx';
import { Spinner } from '../../../../shared/ui/spinner.tsx';
import type { Pages } from '../../messages/hooks/use-pages.ts';
import { messagesTexts } from '../../messages/messages.texts.ts';
import { DayLine } from './day-line.tsx';
import styles from './list-edge.module.css';

interface ListTopProps {
  hasOlder: boolean;
  older: Pages;
  /** When the oldest message was written. */
  oldest: string | undefined;
}

/** Above the oldest message loaded: older ones on their way, or the day the chat began. Always of one height. */
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

/** Below messages that end before the chat does. */
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
