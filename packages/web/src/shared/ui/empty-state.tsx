import { CloudAlert, type LucideIcon, RotateCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import styles from './empty-state.module.css';
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
