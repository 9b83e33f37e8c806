import { type RefObject, useCallback, useEffectEvent, useLayoutEffect, useRef } from 'react';

/** The input stays when another chat is opened; nothing that was typed in the one before can be brought back in it. */
export function useOtherChat(
  hash: string,
  input: RefObject<HTMLTextAreaElement | null>,
  onOther: () => void,
): { noteEdit: () => void } {
  const shownHash = useRef(hash);
  const isEdited = useRef(false);
  const begin = useEffectEvent(() => {
    // Only then: the whole page is laid out for it.
    if (isEdited.current && input.current) forgetEdits(input.current);
    isEdited.current = false;
    onOther();
  });
  useLayoutEffect(() => {
    if (shownHash.current === hash) return;
    shownHash.current = hash;
    begin();
  }, [hash]);
  const noteEdit = useCallback(() => {
    isEdited.current = true;
  }, []);
  return { noteEdit };
}

/** Browsers drop what can be undone and redone when a script changes the text. */
function forgetEdits(input: HTMLTextAreaElement): void {
  const { value } = input;
  input.value = `${value} `;
  input.value = value;
}
