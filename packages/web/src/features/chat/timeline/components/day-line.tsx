import { formatDay } from '../../../../shared/format/day.ts';
import { messagesTexts } from '../../messages/messages.texts.ts';
import styles from './day-line.module.css';

/** Where a day begins. */
export function DayLine({ createdAt }: { createdAt: string }) {
  return (
    <p className={styles.line}>
      <time className={styles.day} dateTime={createdAt}>
        {formatDay(createdAt, messagesTexts)}
      </time>
    </p>
  );
}
