import { type RefObject, useCallback, useLayoutEffect, useRef } from 'react';
import { useKeyedState } from '../../../../shared/hooks/use-keyed-state.ts';
import type { Draft } from '../../mentions/chips.ts';
import { readDraft, writeDraft } from '../drafts.ts';

interface DraftState {
  draft: Draft;
  /** The same, for what happens twice before the next render. */
  latest: Readonly<RefObject<Draft>>;
  setDraft: (draft: Draft) => void;
}

/** What is being typed into a chat, kept over reloads. */
export function useDraft(hash: string): DraftState {
  const [draft, show] = useKeyedState(hash, () => readDraft(hash));
  const latest = useRef(draft);
  const shownHash = useRef(hash);
  useLayoutEffect(() => {
    latest.current = draft;
    shownHash.current = hash;
  }, [draft, hash]);
  const setDraft = useCallback(
    (next: Draft) => {
      // A file dialog may give its text back to a chat that was left meanwhile.
      if (shownHash.current === hash) latest.current = next;
      show(next);
      writeDraft(hash, next);
    },
    [hash, show],
  );
  return { draft, latest, setDraft };
}
