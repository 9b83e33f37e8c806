import { TriangleAlert } from 'lucide-react';
import { formatTime } from '../../shared/format/time.ts';
import { useNotices } from './api.ts';
import styles from './system-notices.module.css';
import { wordsOf } from './system-notices.texts.ts';

// With its date: a clock that is wrong may well say today's hour.
const ALWAYS_PAST = new Date(8.64e15);

/** Shown to administrators while the installation waits for somebody to look after it. */
export function SystemNotices() {
  const { data: notices = [] } = useNotices();
  return notices.map((notice) => {
    const { title, text } = wordsOf(notice, formatTime(notice.since, ALWAYS_PAST));
    return (
      <section key={notice.kind} role="status" className={styles.notice}>
        <TriangleAlert aria-hidden="true" className={styles.icon} />
        <div className={styles.words}>
          <h2 className={styles.title}>{title}</h2>
          <p className={styles.text}>{text}</p>
        </div>
      </section>
    );
  });
}
