import { Skeleton } from '../../../../shared/ui/skeleton.tsx';
import { messagesTexts } from '../../messages/messages.texts.ts';
import styles from './log-skeleton.module.css';

const lines = ['46%', '30%', '38%', '22%', '50%', '34%', '42%'];

/** The shape of a conversation while it is read. */
export function LogSkeleton() {
  return (
    <div className={styles.log} role="log" aria-label={messagesTexts.log} aria-busy="true">
      <span className="visually-hidden">{messagesTexts.loading}</span>
      {lines.map((width, index) => (
        <span key={width} className={index % 3 === 1 ? styles.own : styles.other}>
          <Skeleton width={width} height="2.75rem" />
        </span>
      ))}
    </div>
  );
}
