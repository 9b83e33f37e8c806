import type { Message } from '@chat/contract/messages';
import { type RefObject, useEffect, useRef } from 'react';
import type { DraftPlace } from '../../mentions/chips.ts';

type Input = RefObject<HTMLTextAreaElement | null>;

/** At the end of what the message says. */
export function useFocusOnEdit(input: Input, place: DraftPlace | undefined): void {
  useEffect(() => {
    const { current } = input;
    if (!place || !current) return;
    current.focus();
    current.setSelectionRange(current.value.length, current.value.length);
  }, [input, place]);
}

export function useFocusOnReply(input: Input, replyTo: Message | null): void {
  const before = useRef<Message | null>(null);
  useEffect(() => {
    // Edited meanwhile, it is the same reply still.
    const isEdited =
      before.current?.uuid === replyTo?.uuid && before.current?.editedAt !== replyTo?.editedAt;
    before.current = replyTo;
    if (replyTo && !isEdited) input.current?.focus();
  }, [input, replyTo]);
}
