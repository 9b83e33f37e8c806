import type { Message } from '@chat/contract/messages/messages.schema';
import { SendHorizontal } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { IconButton } from '../../../../shared/ui/icon-button.tsx';
import { MentionList } from '../../mentions/components/mention-list.tsx';
import { useMentionSearch } from '../../mentions/hooks/use-mention-search.ts';
import { messagesTexts } from '../../messages/messages.texts.ts';
import type { TextDraft } from '../../outbox/outgoing-draft.ts';
import { ReplyBar } from '../../replies/components/reply-bar.tsx';
import type { ChosenFile } from '../chosen-file.ts';
import { composerActions } from '../composer-actions.ts';
import { useComposerText } from '../hooks/use-composer-text.ts';
import { canSend, countCodePoints, isNearLimit } from '../text-limit.ts';
import { AttachButton } from './attach-button.tsx';
import { ComposerInput } from './composer-input.tsx';
import { LengthNote } from './length-note.tsx';
import styles from './message-composer.module.css';

interface MessageComposerProps {
  /** The chat whose draft it holds. */
  hash: string;
  hasFocus: boolean;
  /** The chat whose participants can be mentioned, if any. */
  mentionChatId?: string | null;
  replyTo?: Message | null;
  onCancelReply?: () => void;
  onSend: (typed: TextDraft) => void;
  onTyping?: (() => void) | undefined;
  onFile: (chosen: ChosenFile) => void;
  /** A button that offers emojis; `insert` puts one where the cursor is. */
  renderEmojis?: (insert: (emoji: string) => void) => ReactNode;
  /** A button that records while nothing is typed; what it shows with `data-instead` takes the place of all else. */
  renderVoice?: (isEmpty: boolean) => ReactNode;
}

/** Enter sends; Ctrl+Enter and Shift+Enter break the line (rules/composer 2). */
export function MessageComposer({
  hash,
  hasFocus,
  mentionChatId = null,
  replyTo = null,
  onCancelReply,
  onSend,
  onTyping,
  onFile,
  renderEmojis,
  renderVoice,
}: MessageComposerProps) {
  const typed = useComposerText(hash, hasFocus);
  const { draft, caret, insert } = typed;
  const search = useMentionSearch({
    chatId: mentionChatId,
    draft,
    caret,
    onPick: ({ start, text }, person) =>
      typed.insertChip({ start, end: start + text.length + 1 }, { ...person, start }),
  });
  const limitId = useId();
  useFocusOnReply(typed.input, replyTo);
  const { cancelReply, handleSubmit, handleKeyDown, handlePaste } = composerActions({
    typed,
    search,
    onSend,
    onFile,
    onCancelReply,
  });

  return (
    <form className={styles.composer} onSubmit={handleSubmit}>
      <div className={styles.box}>
        {replyTo && <ReplyBar replyTo={replyTo} onCancel={cancelReply} />}
        <div className={styles.row}>
          <AttachButton onFile={(file) => onFile({ file, text: '' })} />
          <ComposerInput
            typed={typed}
            search={search}
            hasFocus={hasFocus}
            describedBy={isNearLimit(draft.text) ? limitId : undefined}
            onTyping={onTyping}
            onKeyDown={handleKeyDown}
            onPaste={handlePaste}
          />
          {renderVoice?.(draft.text === '')}
          {renderEmojis?.(insert)}
          <IconButton
            type="submit"
            variant="primary"
            label={messagesTexts.send}
            icon={SendHorizontal}
            withTooltip={false}
            disabled={!canSend(draft.text)}
          />
        </div>
        <MentionList search={search} />
      </div>
      {isNearLimit(draft.text) && <LengthNote id={limitId} length={countCodePoints(draft.text)} />}
    </form>
  );
}

function useFocusOnReply(
  input: React.RefObject<HTMLTextAreaElement | null>,
  replyTo: Message | null,
): void {
  const before = useRef<Message | null>(null);
  useEffect(() => {
    // Edited meanwhile, it is the same reply still.
    const isEdited =
      before.current?.uuid === replyTo?.uuid && before.current?.editedAt !== replyTo?.editedAt;
    before.current = replyTo;
    if (replyTo && !isEdited) input.current?.focus();
  }, [input, replyTo]);
}
