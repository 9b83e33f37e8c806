import { type RefObject, useCallback, useRef, useState } from 'react';
import type { Draft } from '../../mentions/chips.ts';
import { readDraft, writeDraft } from '../drafts.ts';

interface DraftState {
  draft: Draft;
  /** The same, for what happens twice before the next render. */
  latest: Readonly<RefObject<Draft>>;
  setDraft: (draft: Draft) => void;
}

/** What is being typed into a chat, kept over reloads. The component is keyed by the chat. */
export function useDraft(hash: string): DraftState {
  const [draft, show] = useState(() => readDraft(hash));
  const latest = useRef(draft);
  const setDraft = useCallback(
    (next: Draft) => {
      latest.current = next;
      show(next);
      writeDraft(hash, next);
    },
    [hash],
  );
  return { draft, latest, setDraft };
}
