import type { ClipboardEvent, FormEvent, KeyboardEvent } from 'react';
import { emptyDraft, mentionsIn } from '../mentions/chips.ts';
import type { MentionSearch } from '../mentions/hooks/use-mention-search.ts';
import type { TextDraft } from '../outbox/outgoing-draft.ts';
import { type ChosenFile, pastedFile } from './chosen-file.ts';
import type { ComposerText } from './hooks/use-composer-text.ts';
import { isComposing } from './is-composing.ts';
import { canSend } from './text-limit.ts';

interface Options {
  typed: ComposerText;
  search: MentionSearch;
  onSend: (draft: TextDraft) => void;
  onFile: (chosen: ChosenFile) => void;
  onCancelReply: (() => void) | undefined;
}

/** What keys, buttons and the clipboard do in the composer (rules/composer 2). */
export function composerActions({ typed, search, onSend, onFile, onCancelReply }: Options) {
  const { draft, latest, setDraft, insert } = typed;

  const send = () => {
    const { current } = latest;
    if (!canSend(current.text)) return;
    onSend({ content: current.text, mentions: mentionsIn(current) });
    setDraft(emptyDraft);
  };

  return {
    cancelReply() {
      onCancelReply?.();
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
      if (event.key === 'Escape') onCancelReply?.();
      if (event.key !== 'Enter' || event.shiftKey) return;
      event.preventDefault();
      if (event.ctrlKey) insert('\n');
      else send();
    },
    handlePaste(event: ClipboardEvent) {
      const file = pastedFile(event.clipboardData);
      if (!file) return;
      event.preventDefault();
      const { text } = draft;
      onFile({ file, text, mentions: mentionsIn(draft), giveBack: () => setDraft(draft) });
      setDraft(emptyDraft);
    },
  };
}
