import { CloudAlert, type LucideIcon, RotateCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { cx } from './cx.ts';
import styles from './placeholders.module.css';
import { uiTexts } from './ui.texts.ts';

interface EmptyStateProps {
  /** A heading where the state is all there is on the page. */
  title: ReactNode;
  icon?: LucideIcon;
  children?: ReactNode;
  action?: ReactNode;
}

export function EmptyState({ title, icon: Icon, children, action }: EmptyStateProps) {
  return (
    <div className={styles.state}>
      {Icon && (
        <span className={styles.icon}>
          <Icon aria-hidden="true" />
        </span>
      )}
      <div className={styles.title}>{title}</div>
      {children && <div className={styles.text}>{children}</div>}
      {action && <div className={styles.action}>{action}</div>}
    </div>
  );
}

/** A read failure, with a way to retry. */
export function FailureState({ title, onRetry }: { title?: string; onRetry?: () => void }) {
  const retry = onRetry && (
    <Button variant="secondary" icon={<RotateCw aria-hidden="true" />} onClick={onRetry}>
      {uiTexts.retry}
    </Button>
  );
  return (
    <EmptyState icon={CloudAlert} title={title ?? uiTexts.failed} action={retry}>
      {uiTexts.failedHint}
    </EmptyState>
  );
}

/** Below a list with only its initial entries: the next step. */
export function NextStep(props: EmptyStateProps) {
  return (
    <div className={styles.frame}>
      <EmptyState {...props} />
    </div>
  );
}

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
