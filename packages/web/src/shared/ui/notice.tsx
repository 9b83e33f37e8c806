import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import styles from './notice.module.css';

interface NoticeProps {
  /** Stands before the text. */
  icon: ReactNode;
  text: string;
  /** The name of the button that ends the notice. */
  action: string;
  onAction: () => void;
}

/** One line over the page, until its reader ends it. */
export function Notice({ icon, text, action, onAction }: NoticeProps) {
  return (
    <div role="status" className={styles.notice}>
      {icon}
      <p className={styles.text}>{text}</p>
      <Button size="s" onClick={onAction}>
        {action}
      </Button>
    </div>
  );
}
