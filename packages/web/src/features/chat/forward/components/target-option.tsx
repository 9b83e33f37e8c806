import { Avatar } from '../../../../shared/ui/avatar.tsx';
import { withBreaks } from '../../../../shared/ui/with-breaks.tsx';
import type { Target } from '../targets.ts';
import styles from './forward-dialog.module.css';

export function TargetOption({ target: { label, hint, isGroup } }: { target: Target }) {
  return (
    <>
      <Avatar email={label} size="s" isGroup={isGroup} />
      <span className={styles.lines}>
        <span className={styles.name}>{withBreaks(label)}</span>
        <span className={styles.hint}>{withBreaks(hint)}</span>
      </span>
    </>
  );
}
