import { Button } from '../../../shared/ui/button.tsx';
import { Spinner } from '../../../shared/ui/spinner.tsx';
import { messagesTexts } from '../messages.texts.ts';
import { DayLine } from './day-line.tsx';
import styles from './list-top.module.css';

interface ListTopProps {
  hasOlder: boolean;
  older: { isLoading: boolean; hasFailed: boolean; load: () => void };
  /** When the oldest message was written. */
  oldest: string | undefined;
}

/** Above the oldest message held: older ones on their way, or the day the chat began. Always of one height. */
export function ListTop({ hasOlder, older, oldest }: ListTopProps) {
  return (
    <div className={styles.top}>
      {older.hasFailed && (
        <>
          <span className={styles.failed}>{messagesTexts.olderFailed}</span>
          <Button variant="ghost" size="s" onClick={older.load}>
            {messagesTexts.retry}
          </Button>
        </>
      )}
      {older.isLoading && (
        <>
          <Spinner size={20} />
          <span className="visually-hidden">{messagesTexts.loadingOlder}</span>
        </>
      )}
      {!hasOlder && oldest && <DayLine createdAt={oldest} />}
    </div>
  );
}
