import styles from './list-time.module.css';
import { useFormattedTime } from './time.tsx';

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
