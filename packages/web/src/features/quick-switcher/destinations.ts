import type { ChatListEntry } from '@chat/contract/chats';
import type { OwnGroup } from '@chat/contract/groups';
import { useQueries } from '@tanstack/react-query';
import { type LucideIcon, TextSearch } from 'lucide-react';
import { fold, groupLabel, searchedName, searchWords } from '../../shared/format/words.ts';
import { goTo } from '../../shared/navigation.ts';
import { groupPath, type routePaths } from '../../shared/routes.ts';
import { forgetEntry, type SelectedEntry } from '../../shared/selected-entry.ts';
import { serverNow } from '../../shared/server-clock.ts';
import { chatListQuery, useOwnGroups } from '../chat/list/chat-lists.ts';
import { modeAt } from '../chat/list/mutes.ts';
import { chooseEntry } from '../chat/list/open-chat.ts';
import { quickSwitcherTexts as texts } from './quick-switcher.texts.ts';

type PagePath = Exclude<(typeof routePaths)[keyof typeof routePaths], '/groups/:id'>;

export interface PageLink {
  to: PagePath;
  label: string;
  icon: LucideIcon;
}

/** Somewhere to go: a chat of one of the reader's groups, a page, or what was said. */
export interface Destination {
  key: string;
  kind: 'group' | 'person' | 'page' | 'search';
  label: string;
  hint: string;
  unreadCount: number;
  isMuted?: boolean;
  /** A page's own. */
  icon?: LucideIcon;
  target: { to: PagePath } | { groupId: string; entry: SelectedEntry | null } | { search: string };
}

// More are found by typing.
const MAX_SHOWN = 50;

const pageDestination = ({ to, label, icon }: PageLink): Destination => ({
  key: to,
  kind: 'page',
  label,
  hint: texts.page,
  unreadCount: 0,
  icon,
  target: { to },
});

/** A search for the typed text in the messages. */
export const searchDestination = (text: string): Destination => ({
  key: 'search',
  kind: 'search',
  label: texts.search(text),
  hint: texts.searchHint,
  unreadCount: 0,
  icon: TextSearch,
  target: { search: text },
});

/** A group's chat and its people, once its list is known; without those who cannot come in. */
export function groupDestinations(group: OwnGroup, entries: ChatListEntry[] = []): Destination[] {
  const label = groupLabel(group);
  const groupChat = entries.find(({ chatType }) => chatType === 'GROUP');
  const people = entries.filter(
    ({ chatType, blocked, deletedAt }) => chatType === 'DIRECT' && !blocked && deletedAt === null,
  );
  return [
    {
      key: group.uuid,
      kind: 'group',
      label,
      hint: texts.groupChat,
      unreadCount: groupChat?.unreadCount ?? 0,
      isMuted: isMuted(groupChat),
      target: { groupId: group.uuid, entry: groupChat ?? null },
    },
    ...people.map(
      (entry): Destination => ({
        key: entry.hash,
        kind: 'person',
        label: entry.email,
        hint: label,
        unreadCount: entry.unreadCount,
        isMuted: isMuted(entry),
        target: { groupId: group.uuid, entry },
      }),
    ),
  ];
}

const isMuted = (entry: ChatListEntry | undefined): boolean =>
  entry !== undefined && modeAt(entry, serverNow()) !== 'all';

/**
 * The destinations that contain every typed word; best where the first word begins the name, then where it begins a
 * word.
 */
export function findDestinations(destinations: Destination[], typed: string): Destination[] {
  const words = searchWords(typed);
  return destinations
    .map((destination) => ({ destination, rank: rankOf(destination, words) }))
    .filter(({ rank }) => rank < NO_MATCH)
    .sort((one, other) => one.rank - other.rank)
    .slice(0, MAX_SHOWN)
    .map(({ destination }) => destination);
}

const NO_MATCH = 4;

function rankOf({ label, hint, unreadCount }: Destination, words: string[]): number {
  const [first] = words;
  // Before anything is typed, what waits to be read comes first.
  if (first === undefined) return unreadCount > 0 ? 0 : 1;
  const name = searchedName(label, words);
  const whole = `${name} ${fold(hint)}`;
  if (!words.every((word) => whole.includes(word))) return NO_MATCH;
  if (name.startsWith(first)) return 0;
  if (name.split(/[^\p{L}\p{N}]+/u).some((part) => part.startsWith(first))) return 1;
  return name.includes(first) ? 2 : 3;
}

// A list that the chat page follows live anyway need not be read again for each look.
const STALE_TIME_MS = 60_000;

/** Everywhere the reader can go; people come in as their groups' lists are read. */
export function useDestinations(pages: PageLink[]): Destination[] {
  const { data: groups = [] } = useOwnGroups();
  const lists = useQueries({
    queries: groups.map(({ uuid }) => ({ ...chatListQuery(uuid), staleTime: STALE_TIME_MS })),
  });
  const ofGroups = groups.map((group, index) => groupDestinations(group, lists[index]?.data));
  return [
    ...ofGroups.flatMap(([groupChat]) => groupChat ?? []),
    ...ofGroups.flatMap(([, ...people]) => people),
    ...pages.map(pageDestination),
  ];
}

/** Opens a page, a chat in its group, or the search. */
export function useGoTo(onSearch: (text: string) => void) {
  return ({ target }: Destination) => {
    if ('search' in target) return onSearch(target.search);
    if ('to' in target) return goTo(target.to);
    if (target.entry) chooseEntry(target.groupId, target.entry);
    else forgetEntry();
    goTo(groupPath(target.groupId));
  };
}
