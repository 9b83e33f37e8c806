import { listChatParticipants } from '@chat/contract/chats';
import type { Participant } from '@chat/contract/groups';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useId, useMemo } from 'react';
import { callApi } from '../../../shared/call-api.ts';
import { fold } from '../../../shared/format/words.ts';
import { useKeyedState } from '../../../shared/hooks/values.ts';
import { useSession } from '../../../shared/session.ts';
import { chipEnd, type Draft } from './chips.ts';

/** The text being searched for: from the `@` at `start` to the cursor. */
interface MentionQuery {
  start: number;
  text: string;
}

const MENTION_BEFORE_CARET = /(?:^|\s)@(\S*)$/;

/** The search at the cursor: `@` at the start, or after a space or newline (rules/mentions 5). */
export function mentionQueryAt({ text, chips }: Draft, caret: number): MentionQuery | null {
  const typed = MENTION_BEFORE_CARET.exec(text.slice(0, caret))?.[1];
  if (typed === undefined) return null;
  const start = caret - typed.length - 1;
  const isChip = chips.some((chip) => chip.start < caret && chipEnd(chip) > start);
  return isChip ? null : { start, text: typed };
}

/**
 * The people whose e-mail contains the text, whatever the case; first those whose e-mail begins with it
 * (rules/mentions 6).
 */
export function findParticipants(
  people: readonly Participant[],
  text: string,
  max: number,
): Participant[] {
  const wanted = fold(text);
  const positionIn = ({ email }: Participant) => fold(email).indexOf(wanted);
  return people
    .map((person) => ({ person, position: positionIn(person) }))
    .filter((found) => found.position >= 0)
    .sort(
      (one, other) =>
        Number(one.position > 0) - Number(other.position > 0) ||
        (one.person.email < other.person.email ? -1 : 1),
    )
    .slice(0, max)
    .map(({ person }) => person);
}

const MAX_SHOWN = 20;
const nobody: readonly string[] = [];

interface MentionSearchOptions {
  /** The chat whose participants can be mentioned; null: nobody can. */
  chatId: string | null;
  /** Participants who cannot read for now; they are not suggested. */
  blockedIds: readonly string[] | undefined;
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
  const { chatId, blockedIds, draft, caret, onPick } = options;
  const listId = useId();
  const typed = chatId === null || caret === null ? null : mentionQueryAt(draft, caret);
  const [dismissed, setDismissed] = useKeyedState<number | null>(chatId ?? '', () => null);
  // Dismissal ends when the cursor leaves the `@`.
  if (dismissed !== null && caret !== null && typed?.start !== dismissed) setDismissed(null);
  const query = typed?.start === dismissed ? null : typed;
  const people = usePeople(chatId, query, blockedIds);
  const [highlighted, setHighlighted] = useKeyedState(chatId ?? '', () => ({ text: '', index: 0 }));
  const index =
    highlighted.text === query?.text ? Math.min(highlighted.index, people.length - 1) : 0;

  const setIndex = (next: number) => setHighlighted({ text: query?.text ?? '', index: next });
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

/** The people who could be mentioned, without the viewer and those who would not read it. */
function usePeople(
  chatId: string | null,
  query: MentionQuery | null,
  blockedIds: readonly string[] = nobody,
): Participant[] {
  const viewerId = useSession((session) => session.user?.uuid);
  const { data } = useChatParticipants(query && chatId);
  const others = useMemo(() => {
    const excluded = new Set(blockedIds).add(viewerId ?? '');
    return data?.filter(({ uuid }) => !excluded.has(uuid)) ?? [];
  }, [data, viewerId, blockedIds]);
  const text = query?.text;
  return useMemo(
    () => (text === undefined ? [] : findParticipants(others, text, MAX_SHOWN)),
    [others, text],
  );
}

/** The participants of the chat; no chat, no call. Only a change of groups makes the list stale, never time. */
const useChatParticipants = (chatId: string | null) =>
  useQuery({
    queryKey: ['groups', 'chat', chatId, 'participants'],
    queryFn: async ({ signal }) => {
      const call = { params: { chatId: chatId ?? '' }, signal };
      return (await callApi(listChatParticipants, call)).content;
    },
    enabled: chatId !== null,
    staleTime: Number.POSITIVE_INFINITY,
  });
