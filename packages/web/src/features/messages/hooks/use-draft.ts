import { useCallback, useState } from 'react';
import { readDraft, writeDraft } from '../drafts.ts';

/** What is being typed into a chat, kept over reloads. The component is keyed by the chat. */
export function useDraft(hash: string): [text: string, setText: (text: string) => void] {
  const [text, setText] = useState(() => readDraft(hash));
  const change = useCallback(
    (next: string) => {
      setText(next);
      writeDraft(hash, next);
    },
    [hash],
  );
  return [text, change];
}
