import { ArrowDown } from 'lucide-react';
import { messagesTexts } from '../../messages/messages.texts.ts';
import styles from './jump-button.module.css';

interface JumpButtonProps {
  /** Others' messages below, not seen yet. */
  count: number;
  onClick: () => void;
}

export function JumpButton({ count, onClick }: JumpButtonProps) {
  return (
    <button type="button" className={styles.jump} onClick={onClick}>
      {count > 0 && <span className={styles.count}>{messagesTexts.newMessages(count)}</span>}
      <ArrowDown aria-hidden="true" />
      <span className="visually-hidden">{messagesTexts.jumpToNewest}</span>
    </button>
  );
}
