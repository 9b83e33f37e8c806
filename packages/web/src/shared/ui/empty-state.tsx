import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './empty-state.module.css';

export interface EmptyStateProps {
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
