import { messageErrors } from '@chat/contract/messages/messages.schema';
import { limits } from '@chat/contract/shared/limits';
import { SendHorizontal } from 'lucide-react';
import {
  type ChangeEvent,
  type ClipboardEvent,
  type FormEvent,
  type KeyboardEvent,
  useId,
} from 'react';
import { IconButton } from '../../../shared/ui/icon-button.tsx';
import { breakLine } from '../break-line.ts';
import { type ChosenFile, pastedFile } from '../chosen-file.ts';
import { useDraft } from '../hooks/use-draft.ts';
import { messagesTexts } from '../messages.texts.ts';
import { canSend, countCodePoints, isNearLimit } from '../text-limit.ts';
import { AttachButton } from './attach-button.tsx';
import styles from './message-composer.module.css';

interface MessageComposerProps {
  /** The chat whose draft it holds; the component is keyed by it. */
  hash: string;
  hasFocus: boolean;
  onSend: (content: string) => void;
  onTyping?: (() => void) | undefined;
  onFile: (chosen: ChosenFile) => void;
}

const MAX_ROWS = 7;

/** Enter sends; Ctrl+Enter and Shift+Enter break the line (product §5). */
export function MessageComposer({
  hash,
  hasFocus,
  onSend,
  onTyping,
  onFile,
}: MessageComposerProps) {
  const [text, setText] = useDraft(hash);
  const limitId = useId();
  const isReady = canSend(text);

  const send = () => {
    if (!isReady) return;
    onSend(text);
    setText('');
  };
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    send();
  };
  const handleChange = (event: ChangeEvent<HTMLTextAreaElement>) => {
    setText(event.target.value);
    onTyping?.();
  };
  const handleKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    // The Enter that ends an input method's composition belongs to it.
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || event.shiftKey) return;
    event.preventDefault();
    if (event.ctrlKey) setText(breakLine(event.currentTarget));
    else send();
  };

  const handlePaste = (event: ClipboardEvent) => {
    const file = pastedFile(event.clipboardData);
    if (!file) return;
    event.preventDefault();
    onFile({ file, text, giveBack: () => setText(text) });
    setText('');
  };

  return (
    <form className={styles.composer} onSubmit={handleSubmit}>
      <div className={styles.box}>
        <AttachButton onFile={(file) => onFile({ file, text: '' })} />
        <textarea
          className={styles.input}
          // biome-ignore lint/a11y/noAutofocus: a chat is opened in order to write
          autoFocus={hasFocus}
          aria-label={messagesTexts.write}
          aria-describedby={isNearLimit(text) ? limitId : undefined}
          placeholder={messagesTexts.write}
          rows={Math.min(text.split('\n').length, MAX_ROWS)}
          value={text}
          onChange={handleChange}
          onKeyDown={handleKeyDown}
          onPaste={handlePaste}
        />
        <IconButton
          type="submit"
          variant="primary"
          label={messagesTexts.send}
          icon={SendHorizontal}
          withTooltip={false}
          disabled={!isReady}
        />
      </div>
      {isNearLimit(text) && <LengthNote id={limitId} length={countCodePoints(text)} />}
    </form>
  );
}

// Grouped as in the contract's own text of this limit.
const grouped = (value: number) => String(value).replace(/\B(?=(\d{3})+$)/g, ' ');

function LengthNote({ id, length }: { id: string; length: number }) {
  const isTooLong = length > limits.content;
  const count = messagesTexts.lengthOf(grouped(length), grouped(limits.content));
  return (
    <p id={id} className={isTooLong ? styles.tooLong : styles.length} role="status">
      {isTooLong ? `${messageErrors.tooLong} (${count})` : count}
    </p>
  );
}
