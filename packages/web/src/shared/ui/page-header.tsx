import type { ReactNode } from 'react';
import styles from './page-header.module.css';

interface PageHeaderProps {
  title: string;
  /** Buttons at the end of the title's line. */
  actions?: ReactNode;
  /** Search and filters, under it. */
  children?: ReactNode;
}

export function PageHeader({ title, actions, children }: PageHeaderProps) {
  return (
    <header className={styles.header}>
      <div className={styles.line}>
        <h1 className={styles.title}>{title}</h1>
        {actions && <div className={styles.actions}>{actions}</div>}
      </div>
      {children && <div className={styles.tools}>{children}</div>}
    </header>
  );
}

/** A page that scrolls as a whole, as the administration's do. */
export function Page({ children }: { children: ReactNode }) {
  return (
    <div className={styles.scroller}>
      <div className={styles.page}>{children}</div>
    </div>
  );
}
