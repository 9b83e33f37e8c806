import { limits, messageErrors } from '@chat/contract/checks';
import type { Message } from '@chat/contract/messages';
import { Check, Paperclip, SendHorizontal } from 'lucide-react';
import {
  type ChangeEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useMemo,
  useRef,
} from 'react';
import { IconButton } from '../../../shared/ui/icon-button.tsx';
import { filesTexts } from '../media/files.texts.ts';
import type { DraftPlace } from '../mentions/chips.ts';
import { MentionList } from '../mentions/mention-list.tsx';
import { useMentionSearch } from '../mentions/mention-search.ts';
import { messagesTexts } from '../messages/messages.texts.ts';
import type { TextDraft } from '../outbox/outbox.ts';
import { ReplyBar } from '../replies/quote-block.tsx';
import {
  type ChosenFile,
  type ComposerEdit,
  type ComposerHandle,
  canHandOver,
  composerActions,
} from './composer-actions.ts';
import { ComposerInput } from './composer-input.tsx';
import { keptDraft } from './drafts.ts';
import styles from './message-composer.module.css';
import { countCodePoints, isNearLimit } from './text-input.ts';
import { useComposerText } from './use-composer-text.ts';

interface MessageComposerProps {
  /** The chat whose draft it holds. */
  hash: string;
  hasFocus: boolean;
  /** The text in the box is on its way to be kept until its time: meanwhile nothing is sent. */
  isScheduling?: boolean;
  /** The chat whose participants can be mentioned, if any. */
  mentionChatId?: string | null;
  /** Participants who cannot read for now. */
  blockedIds?: readonly string[];
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
  /** A button that has a new text sent later on. */
  renderLater?: ((composer: ComposerHandle) => ReactNode) | undefined;
}

/** Enter sends; Ctrl+Enter and Shift+Enter break the line (rules/composer 2). */
export function MessageComposer(props: MessageComposerProps) {
  const { hasFocus, isScheduling = false, replyTo = null, edit = null, onTyping, onFile } = props;
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
          {!edit && !replyTo && props.renderLater?.(actions.handle)}
          <IconButton
            type="submit"
            variant="primary"
            label={edit ? messagesTexts.save : messagesTexts.send}
            icon={edit ? Check : SendHorizontal}
            withTooltip={false}
            disabled={isScheduling || edit?.isSaving || !canHandOver(text, edit)}
          />
        </div>
        <MentionList search={search} />
      </div>
      {isNearLimit(text) && <LengthNote id={limitId} length={countCodePoints(text)} />}
    </form>
  );
}

/** The typed text, the people who can be mentioned in it, and the actions of keys and buttons. */
function useComposer(props: MessageComposerProps) {
  const { hash, hasFocus, mentionChatId = null, replyTo = null, edit = null } = props;
  const { isScheduling = false, onSend, onFile, onCancelReply, onEditLast } = props;
  const kept = useMemo(() => keptDraft(hash), [hash]);
  const typed = useComposerText(edit?.place ?? kept, hasFocus);
  const search = useMentionSearch({
    chatId: mentionChatId,
    blockedIds: props.blockedIds,
    draft: typed.draft,
    caret: typed.caret,
    onPick: ({ start, text }, person) =>
      typed.insertChip({ start, end: start + text.length + 1 }, { ...person, start }),
  });
  useFocusOnReply(typed.input, replyTo);
  useFocusOnEdit(typed.input, edit?.place);
  const options = { typed, search, isScheduling, onSend, onFile, onCancelReply, edit, onEditLast };
  return { typed, search, actions: composerActions(options) };
}

type Input = RefObject<HTMLTextAreaElement | null>;

/** At the end of what the message says. */
function useFocusOnEdit(input: Input, place: DraftPlace | undefined): void {
  useEffect(() => {
    const { current } = input;
    if (!place || !current) return;
    current.focus();
    current.setSelectionRange(current.value.length, current.value.length);
  }, [input, place]);
}

function useFocusOnReply(input: Input, replyTo: Message | null): void {
  const before = useRef<Message | null>(null);
  useEffect(() => {
    // Edited meanwhile, it is the same reply still.
    const isEdited =
      before.current?.uuid === replyTo?.uuid && before.current?.editedAt !== replyTo?.editedAt;
    before.current = replyTo;
    if (replyTo && !isEdited) input.current?.focus();
  }, [input, replyTo]);
}

/** Asks for a file; the first one is taken (rules/composer 6). */
function AttachButton({ onFile }: { onFile: (file: File) => void }) {
  const input = useRef<HTMLInputElement>(null);
  const handleChange = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? [];
    if (file) onFile(file);
    // An empty input also notices the same file when it is chosen again.
    target.value = '';
  };
  return (
    <>
      <IconButton
        label={filesTexts.attach}
        icon={Paperclip}
        withTooltip={false}
        onClick={() => input.current?.click()}
      />
      <input ref={input} type="file" hidden onChange={handleChange} />
    </>
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
