import { type RefObject, useCallback, useEffectEvent, useLayoutEffect, useRef } from 'react';

/** The input stays when another chat is opened or a message is edited; nothing typed before can be brought back in it. */
export function useOtherText(
  key: string,
  input: RefObject<HTMLTextAreaElement | null>,
  onOther: () => void,
): { noteEdit: () => void } {
  const shownKey = useRef(key);
  const isEdited = useRef(false);
  const begin = useEffectEvent(() => {
    // Only then: the whole page is laid out for it.
    if (isEdited.current && input.current) forgetEdits(input.current);
    isEdited.current = false;
    onOther();
  });
  useLayoutEffect(() => {
    if (shownKey.current === key) return;
    shownKey.current = key;
    begin();
  }, [key]);
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
