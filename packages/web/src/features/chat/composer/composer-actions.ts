import { isBlank } from '@chat/contract/checks';
import type { ClipboardEvent, FormEvent, KeyboardEvent } from 'react';
import { emptyDraft, mentionsIn } from '../mentions/chips.ts';
import type { MentionSearch } from '../mentions/hooks/use-mention-search.ts';
import type { TextDraft } from '../outbox/outgoing-draft.ts';
import type { ChosenFile } from './chosen-file.ts';
import type { ComposerEdit } from './composer-edit.ts';
import type { ComposerText } from './hooks/use-composer-text.ts';
import { isComposing } from './is-composing.ts';
import { pastedFile } from './pasted-file.ts';
import { canSend } from './text-limit.ts';

interface Options {
  typed: ComposerText;
  search: MentionSearch;
  onSend: (draft: TextDraft) => void;
  onFile: (chosen: ChosenFile) => void;
  onCancelReply: (() => void) | undefined;
  edit: ComposerEdit | null;
  onEditLast: (() => void) | undefined;
}

/** What keys, buttons and the clipboard do in the composer (rules/composer 2). */
export function composerActions(options: Options) {
  const { typed, search, onSend, onFile, onCancelReply, edit, onEditLast } = options;
  const { draft, latest, setDraft, insert } = typed;
  const onCancel = edit ? edit.onCancel : onCancelReply;

  const send = () => {
    const { current } = latest;
    if (!canHandOver(current.text, edit)) return;
    const handedOver = { content: current.text, mentions: mentionsIn(current) };
    // It stays in the box until it is saved.
    if (edit) return edit.onSave(handedOver);
    onSend(handedOver);
    setDraft(emptyDraft);
  };

  return {
    cancel() {
      onCancel?.();
      // The button that was pressed goes.
      typed.input.current?.focus();
    },
    handleSubmit(event: FormEvent) {
      event.preventDefault();
      send();
    },
    handleKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
      if (isComposing(event)) return;
      search.handleKeyDown(event);
      if (event.defaultPrevented) return;
      if (event.key === 'Escape') onCancel?.();
      if (event.key === 'ArrowUp' && isPlain(event) && latest.current.text === '' && !edit) {
        // It would go up in the text that is there by then.
        event.preventDefault();
        onEditLast?.();
      }
      if (event.key !== 'Enter' || event.shiftKey) return;
      event.preventDefault();
      if (event.ctrlKey) insert('\n');
      else send();
    },
    handlePaste(event: ClipboardEvent) {
      const file = pastedFile(event.clipboardData);
      // A message keeps the file that it has.
      if (!file || edit) return;
      event.preventDefault();
      const { text } = draft;
      onFile({ file, text, mentions: mentionsIn(draft), giveBack: () => setDraft(draft) });
      setDraft(emptyDraft);
    },
  };
}

const isPlain = ({ ctrlKey, shiftKey, altKey, metaKey }: KeyboardEvent) =>
  !(ctrlKey || shiftKey || altKey || metaKey);

/** Whether the text may be sent, or be what an edited message says. */
export const canHandOver = (text: string, edit: ComposerEdit | null): boolean =>
  canSend(text) || (edit?.canBeEmpty === true && isBlank(text));
