import { type ClipboardEvent, type KeyboardEvent, type Ref, useLayoutEffect, useRef } from 'react';
import { type Draft, draftPieces } from '../mentions/chips.ts';
import type { MentionSearch } from '../mentions/mention-search.ts';
import { messagesTexts } from '../messages/messages.texts.ts';
import styles from './composer-input.module.css';
import type { ComposerText } from './use-composer-text.ts';

interface ComposerInputProps {
  typed: ComposerText;
  search: MentionSearch;
  hasFocus: boolean;
  label: string;
  isReadOnly: boolean | undefined;
  describedBy: string | undefined;
  onTyping?: (() => void) | undefined;
  onKeyDown: (event: KeyboardEvent<HTMLTextAreaElement>) => void;
  onPaste: (event: ClipboardEvent) => void;
}

/** A plain text area, as tall as its text, over a layer that draws the chips under their letters. */
export function ComposerInput({
  typed,
  search,
  hasFocus,
  label,
  isReadOnly,
  describedBy,
  onTyping,
  onKeyDown,
  onPaste,
}: ComposerInputProps) {
  const layer = useRef<HTMLDivElement>(null);
  const isOpen = search.people.length > 0;
  const follow = () => {
    if (layer.current && typed.input.current) {
      layer.current.scrollTop = typed.input.current.scrollTop;
    }
  };
  const { text } = typed.draft;
  // An empty one has nothing to follow: the page is not laid out for the answer when a chat is opened.
  useLayoutEffect(() => {
    if (text !== '') follow();
  });
  return (
    // A translator must not change the text that is being written, nor its chips.
    <div className={styles.field} translate="no">
      <ChipLayer ref={layer} draft={typed.draft} />
      <textarea
        ref={typed.input}
        className={styles.input}
        // biome-ignore lint/a11y/noAutofocus: a chat is opened in order to write
        autoFocus={hasFocus}
        aria-label={label}
        aria-describedby={describedBy}
        aria-autocomplete={isOpen ? 'list' : undefined}
        aria-controls={isOpen ? search.listId : undefined}
        aria-activedescendant={isOpen ? `${search.listId}-${search.index}` : undefined}
        placeholder={messagesTexts.write}
        rows={1}
        readOnly={isReadOnly}
        value={typed.draft.text}
        onChange={(event) => {
          typed.handleChange(event);
          onTyping?.();
        }}
        onSelect={typed.lookForCaret}
        onBlur={typed.lookForCaret}
        onScroll={follow}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
      />
    </div>
  );
}

function ChipLayer({ ref, draft }: { ref: Ref<HTMLDivElement>; draft: Draft }) {
  return (
    <div ref={ref} className={styles.layer} aria-hidden="true">
      {draftPieces(draft).map(({ text, start, isChip }) =>
        isChip ? (
          <span key={start} className={styles.chip}>
            {text}
          </span>
        ) : (
          // Takes up its room and is no second copy of the text to be found or read out.
          <span key={start} className={styles.plain} data-text={text} />
        ),
      )}
    </div>
  );
}
