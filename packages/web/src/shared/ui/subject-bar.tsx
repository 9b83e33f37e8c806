import { type LucideIcon, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from './icon-button.tsx';
import styles from './subject-bar.module.css';

interface SubjectBarProps {
  label: string;
  icon: LucideIcon;
  cancelLabel: string;
  onCancel: (() => void) | undefined;
  children: ReactNode;
}

/** The message that is being answered or edited, above the text; the cross cancels. */
export function SubjectBar(props: SubjectBarProps) {
  const { label, icon: Icon, cancelLabel, onCancel, children } = props;
  return (
    <section className={styles.bar} aria-label={label}>
      <Icon className={styles.icon} aria-hidden="true" />
      <div className={styles.subject}>{children}</div>
      <IconButton label={cancelLabel} icon={X} withTooltip={false} onClick={onCancel} />
    </section>
  );
}
