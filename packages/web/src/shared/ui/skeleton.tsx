import { cx } from './cx.ts';
import styles from './skeleton.module.css';
import { uiTexts } from './ui.texts.ts';

interface SkeletonProps {
  width?: string;
  height?: string;
  isCircle?: boolean;
}

export function Skeleton({ width = '100%', height = '0.875rem', isCircle = false }: SkeletonProps) {
  return (
    <span className={cx(styles.skeleton, isCircle && styles.circle)} style={{ width, height }} />
  );
}

const widths = ['58%', '42%', '66%', '50%', '61%', '38%', '54%', '47%'];

interface ListSkeletonProps {
  rows?: number;
  /** Nobody's picture stands in the rows that are read. */
  isPlain?: boolean;
}

/** The shape of a list of people or chats while it is read. */
export function ListSkeleton({ rows = 6, isPlain = false }: ListSkeletonProps) {
  return (
    <div className={styles.list} aria-busy="true">
      <span className="visually-hidden">{uiTexts.loading}</span>
      {widths.slice(0, rows).map((width) => (
        <div key={width} className={styles.row}>
          {!isPlain && <Skeleton width="2.5rem" height="2.5rem" isCircle />}
          <span className={styles.lines}>
            <Skeleton width={width} />
            <Skeleton width="80%" height="0.6875rem" />
          </span>
        </div>
      ))}
    </div>
  );
}
