import type { Message } from '@chat/contract/messages';
import { Check, SendHorizontal } from 'lucide-react';
import { type ReactNode, useId, useMemo } from 'react';
import { IconButton } from '../../../../shared/ui/icon-button.tsx';
import { MentionList } from '../../mentions/components/mention-list.tsx';
import { useMentionSearch } from '../../mentions/hooks/use-mention-search.ts';
import { messagesTexts } from '../../messages/messages.texts.ts';
import type { TextDraft } from '../../outbox/outgoing-draft.ts';
import { ReplyBar } from '../../replies/components/reply-bar.tsx';
import type { ChosenFile } from '../chosen-file.ts';
import { canHandOver, composerActions } from '../composer-actions.ts';
import type { ComposerEdit } from '../composer-edit.ts';
import { keptDraft } from '../drafts.ts';
import { useFocusOnEdit, useFocusOnReply } from '../hooks/use-composer-focus.ts';
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
export function MessageComposer(props: MessageComposerProps) {
  const { hasFocus, replyTo = null, edit = null, onTyping, onFile } = props;
  const { typed, search, actions } = useComposer(props);
  const { text } = typed.draft;
  const limitId = useId();
  const replyBar = replyTo && <ReplyBar replyTo={replyTo} onCancel={actions.cancel} />;

  return (
    <form className={styles.composer} onSubmit={actions.handleSubmit}>
      <div className={styles.box}>
        {edit ? edit.renderBar(actions.cancel) : replyBar}
        <div className={styles.row}>
          {!edit && <AttachButton onFile={(file) => onFile({ file, text: '' })} />}
          <ComposerInput
            typed={typed}
            search={search}
            hasFocus={hasFocus}
            describedBy={isNearLimit(text) ? limitId : undefined}
            label={edit ? messagesTexts.editText : messagesTexts.write}
            isReadOnly={edit?.isSaving}
            onTyping={edit ? undefined : onTyping}
            onKeyDown={actions.handleKeyDown}
            onPaste={actions.handlePaste}
          />
          {props.renderVoice?.(text === '' && !edit)}
          {props.renderEmojis?.(typed.insert)}
          <IconButton
            type="submit"
            variant="primary"
            label={edit ? messagesTexts.save : messagesTexts.send}
            icon={edit ? Check : SendHorizontal}
            withTooltip={false}
            disabled={edit?.isSaving || !canHandOver(text, edit)}
          />
        </div>
        <MentionList search={search} />
      </div>
      {isNearLimit(text) && <LengthNote id={limitId} length={countCodePoints(text)} />}
    </form>
  );
}

/** What is typed, the people who can be mentioned in it, and what keys and buttons do. */
function useComposer(props: MessageComposerProps) {
  const { hash, hasFocus, mentionChatId = null, replyTo = null, edit = null } = props;
  const { onSend, onFile, onCancelReply, onEditLast } = props;
  const kept = useMemo(() => keptDraft(hash), [hash]);
  const typed = useComposerText(edit?.place ?? kept, hasFocus);
  const search = useMentionSearch({
    chatId: mentionChatId,
    draft: typed.draft,
    caret: typed.caret,
    onPick: ({ start, text }, person) =>
      typed.insertChip({ start, end: start + text.length + 1 }, { ...person, start }),
  });
  useFocusOnReply(typed.input, replyTo);
  useFocusOnEdit(typed.input, edit?.place);
  const options = { typed, search, onSend, onFile, onCancelReply, edit, onEditLast };
  return { typed, search, actions: composerActions(options) };
}
