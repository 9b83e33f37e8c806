import { useCallback } from 'react';
import { formatTime } from '../format/time.ts';
import { useServerTime } from '../server-clock.ts';
import styles from './time.module.css';

/** Formats an instant as `formatTime`, and anew a day later, when the text gets its date. */
const useFormattedTime = (instant: string): string =>
  useServerTime(useCallback((now: number) => formatTime(instant, new Date(now)), [instant]));

/** When something happened. */
export function Time({ instant, className }: { instant: string; className?: string | undefined }) {
  return (
    <time className={className} dateTime={instant}>
      {useFormattedTime(instant)}
    </time>
  );
}

/** When the last message of a chat was written. A dated one shows its day alone and leaves the room to the message. */
export function ListTime({ instant }: { instant: string }) {
  const time = useFormattedTime(instant);
  const [, day, hour] = /^(\d\S+)( \S+ [AP]M)$/.exec(time) ?? [];
  return (
    <time className={styles.time} dateTime={instant} title={time}>
      {day ?? time}
      {hour && <span className="visually-hidden">{hour}</span>}
    </time>
  );
}
