import type { Message } from '@chat/contract/messages/messages.schema';
import { Check, SendHorizontal } from 'lucide-react';
import { type ReactNode, useEffect, useId, useMemo, useRef } from 'react';
import { IconButton } from '../../../../shared/ui/icon-button.tsx';
import type { DraftPlace } from '../../mentions/chips.ts';
import { MentionList } from '../../mentions/components/mention-list.tsx';
import { useMentionSearch } from '../../mentions/hooks/use-mention-search.ts';
import { messagesTexts } from '../../messages/messages.texts.ts';
import type { TextDraft } from '../../outbox/outgoing-draft.ts';
import { ReplyBar } from '../../replies/components/reply-bar.tsx';
import type { ChosenFile } from '../chosen-file.ts';
import { canHandOver, composerActions } from '../composer-actions.ts';
import type { ComposerEdit } from '../composer-edit.ts';
import { keptDraft } from '../drafts.ts';
import { useComposerText } from '../hooks/use-composer-text.ts';
import { countCodePoints, isNearLimit } from '../text-limit.ts';
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
  /** The message that is edited here instead. */
  edit?: ComposerEdit | null;
  onEditLast?: () => void;
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
  edit = null,
  onEditLast,
  onSend,
  onTyping,
  onFile,
  renderEmojis,
  renderVoice,
}: MessageComposerProps) {
  const kept = useMemo(() => keptDraft(hash), [hash]);
  const typed = useComposerText(edit?.place ?? kept, hasFocus);
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
  useFocusOnEdit(typed.input, edit?.place);
  const { cancel, handleSubmit, handleKeyDown, handlePaste } = composerActions({
    typed,
    search,
    onSend,
    onFile,
    onCancelReply,
    edit,
    onEditLast,
  });
  const replyBar = replyTo && <ReplyBar replyTo={replyTo} onCancel={cancel} />;

  return (
    <form className={styles.composer} onSubmit={handleSubmit}>
      <div className={styles.box}>
        {edit ? edit.renderBar(cancel) : replyBar}
        <div className={styles.row}>
          {!edit && <AttachButton onFile={(file) => onFile({ file, text: '' })} />}
          <ComposerInput
            typed={typed}
            search={search}
            hasFocus={hasFocus}
            describedBy={isNearLimit(draft.text) ? limitId : undefined}
            label={edit ? messagesTexts.editText : messagesTexts.write}
            isReadOnly={edit?.isSaving}
            onTyping={edit ? undefined : onTyping}
            onKeyDown={handleKeyDown}
            onPaste={handlePaste}
          />
          {renderVoice?.(draft.text === '' && !edit)}
          {renderEmojis?.(insert)}
          <IconButton
            type="submit"
            variant="primary"
            label={edit ? messagesTexts.save : messagesTexts.send}
            icon={edit ? Check : SendHorizontal}
            withTooltip={false}
            disabled={edit?.isSaving || !canHandOver(draft.text, edit)}
          />
        </div>
        <MentionList search={search} />
      </div>
      {isNearLimit(draft.text) && <LengthNote id={limitId} length={countCodePoints(draft.text)} />}
    </form>
  );
}

/** At the end of what the message says. */
function useFocusOnEdit(
  input: React.RefObject<HTMLTextAreaElement | null>,
  place: DraftPlace | undefined,
): void {
  useEffect(() => {
    const { current } = input;
    if (!place || !current) return;
    current.focus();
    current.setSelectionRange(current.value.length, current.value.length);
  }, [input, place]);
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
