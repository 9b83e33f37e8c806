import { type RefObject, useCallback, useLayoutEffect, useRef } from 'react';
import { useKeyedState } from '../../../../shared/hooks/use-keyed-state.ts';
import type { Draft, DraftPlace } from '../../mentions/chips.ts';

interface DraftState {
  draft: Draft;
  /** The same, for what happens twice before the next render. */
  latest: Readonly<RefObject<Draft>>;
  setDraft: (draft: Draft) => void;
}

/** What is being typed, and stays in its place while something else is typed. */
export function useDraft(place: DraftPlace): DraftState {
  const { key } = place;
  const [draft, show] = useKeyedState(key, place.read);
  const latest = useRef(draft);
  const shownKey = useRef(key);
  useLayoutEffect(() => {
    latest.current = draft;
    shownKey.current = key;
  }, [draft, key]);
  const setDraft = useCallback(
    (next: Draft) => {
      // A file dialog may give its text back to a chat that was left meanwhile.
      if (shownKey.current === place.key) latest.current = next;
      show(next);
      place.write(next);
    },
    [place, show],
  );
  return { draft, latest, setDraft };
}
