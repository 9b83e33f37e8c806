import { limits } from '@chat/contract/limits';
import { messageErrors } from '@chat/contract/texts';
import { messagesTexts } from '../../messages/messages.texts.ts';
import styles from './length-note.module.css';

// Grouped as in the contract's own text of this limit.
const grouped = (value: number) => String(value).replace(/\B(?=(\d{3})+$)/g, ' ');

export function LengthNote({ id, length }: { id: string; length: number }) {
  const isTooLong = length > limits.content;
  const count = messagesTexts.lengthOf(grouped(length), grouped(limits.content));
  return (
    <p id={id} className={isTooLong ? styles.tooLong : styles.length} role="status">
      {isTooLong ? `${messageErrors.tooLong} (${count})` : count}
    </p>
  );
}
