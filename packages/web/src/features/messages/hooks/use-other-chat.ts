import { type RefObject, useEffectEvent, useLayoutEffect, useRef } from 'react';

/** The input stays when another chat is opened; nothing that was typed in the one before can be brought back in it. */
export function useOtherChat(
  hash: string,
  input: RefObject<HTMLTextAreaElement | null>,
  onOther: () => void,
): void {
  const shownHash = useRef(hash);
  const begin = useEffectEvent(() => {
    if (input.current) forgetEdits(input.current);
    onOther();
  });
  useLayoutEffect(() => {
    if (shownHash.current === hash) return;
    shownHash.current = hash;
    begin();
  }, [hash]);
}

/** Browsers drop what can be undone and redone when a script changes the text. */
function forgetEdits(input: HTMLTextAreaElement): void {
  const { value } = input;
  input.value = `${value} `;
  input.value = value;
}
