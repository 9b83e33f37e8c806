import { useCallback } from 'react';
import { formatDay } from '../../../../shared/format/day.ts';
import { useServerTime } from '../../../../shared/hooks/use-server-time.ts';
import { messagesTexts } from '../../messages/messages.texts.ts';
import styles from './day-line.module.css';

/** Where a day begins. */
export function DayLine({ createdAt }: { createdAt: string }) {
  const day = useServerTime(
    useCallback((now: number) => formatDay(createdAt, messagesTexts, new Date(now)), [createdAt]),
  );
  return (
    <p className={styles.line}>
      <time className={styles.day} dateTime={createdAt}>
        {day}
      </time>
    </p>
  );
}
