import type { Participant } from '@chat/contract/groups';
import { type KeyboardEvent, useId, useMemo } from 'react';
import { useKeyedState } from '../../../../shared/hooks/use-keyed-state.ts';
import { useSession } from '../../../../shared/session.ts';
import { useChatParticipants } from '../api/list-chat-participants.ts';
import type { Draft } from '../chips.ts';
import { findParticipants, type MentionQuery, mentionQueryAt } from '../mention-search.ts';

const MAX_SHOWN = 20;

interface MentionSearchOptions {
  /** The chat whose participants can be mentioned; null: nobody can. */
  chatId: string | null;
  draft: Draft;
  /** Null while the cursor is not in the text. */
  caret: number | null;
  onPick: (query: MentionQuery, person: Participant) => void;
}

export interface MentionSearch {
  listId: string;
  people: Participant[];
  index: number;
  setIndex: (index: number) => void;
  pick: (index: number) => void;
  close: () => void;
  handleKeyDown: (event: KeyboardEvent) => void;
}

/** The list under an `@`: arrows, Enter or Tab pick, Escape closes it until the next `@`. */
export function useMentionSearch(options: MentionSearchOptions): MentionSearch {
  const { chatId, draft, caret, onPick } = options;
  const listId = useId();
  const typed = chatId === null || caret === null ? null : mentionQueryAt(draft, caret);
  const [dismissed, setDismissed] = useKeyedState<number | null>(chatId ?? '', () => null);
  if (dismissed !== null && caret !== null && typed?.start !== dismissed) setDismissed(null);
  const query = typed?.start === dismissed ? null : typed;
  const people = usePeople(chatId, query);
  const [asked, setAsked] = useKeyedState(chatId ?? '', () => ({ text: '', index: 0 }));
  const index = asked.text === query?.text ? Math.min(asked.index, people.length - 1) : 0;

  const setIndex = (next: number) => setAsked({ text: query?.text ?? '', index: next });
  const pick = (chosen: number) => {
    const person = people[chosen];
    if (query && person) onPick(query, person);
  };
  const close = () => setDismissed(query?.start ?? null);
  const handleKeyDown = (event: KeyboardEvent) => {
    if (people.length === 0 || event.ctrlKey || event.shiftKey || event.altKey) return;
    const moves: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };
    const move = moves[event.key];
    if (move !== undefined) setIndex((index + move + people.length) % people.length);
    else if (event.key === 'Enter' || event.key === 'Tab') pick(index);
    else if (event.key === 'Escape') close();
    else return;
    event.preventDefault();
  };
  return { listId, people, index, setIndex, pick, close, handleKeyDown };
}

/** Who could be meant, oneself left out. */
function usePeople(chatId: string | null, query: MentionQuery | null): Participant[] {
  const viewerId = useSession((session) => session.user?.uuid);
  const { data } = useChatParticipants(query && chatId);
  const others = useMemo(
    () => data?.filter(({ uuid }) => uuid !== viewerId) ?? [],
    [data, viewerId],
  );
  const text = query?.text;
  return useMemo(
    () => (text === undefined ? [] : findParticipants(others, text, MAX_SHOWN)),
    [others, text],
  );
}
