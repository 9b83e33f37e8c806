import type { Chat, ChatListEntry } from '@chat/contract/chats';
import type { OwnGroup } from '@chat/contract/groups';
import type { Message } from '@chat/contract/messages';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { groupLabel, searchedName, searchWords } from '../../../shared/format/words.ts';
import { serverNow } from '../../../shared/server-clock.ts';
import {
  CHAT_LISTS,
  type ChatTarget,
  ownGroupsQuery,
  personalChatQuery,
  useOwnLists,
} from '../list/chat-lists.ts';
import { chatsTexts } from '../list/chats.texts.ts';
import { filesTexts } from '../media/files.texts.ts';
import type { OutgoingMessage } from '../outbox/outbox.ts';
import { newReferenceId } from '../outbox/outbox.ts';
import { sendingOf } from '../outbox/send-message.ts';

/** Sends a copy to each chat through the outbox; while a copy waits, it shows what it copies. */
export function forwardMessage(
  queryClient: QueryClient,
  message: Message,
  chats: ChatTarget[],
): void {
  const sending = sendingOf(queryClient);
  for (const chat of chats) sending.queue(copyOf(message, chat));
}

function copyOf(message: Message, chat: ChatTarget): OutgoingMessage {
  const { uuid, type, content, fileName, fileSize } = message;
  const file = { name: fileName ?? filesTexts.unnamed, size: fileSize };
  return {
    referenceId: newReferenceId(),
    chat,
    type,
    content,
    mentions: [],
    reply: null,
    file: null,
    forwarded: { messageId: uuid, file: type === 'TEXT' ? null : file },
    createdAt: new Date(serverNow()).toISOString(),
    state: 'pending',
  };
}

/** A chat that a message can be sent on to. */
export interface Target {
  /** The chat's hash. */
  value: string;
  label: string;
  hint: string;
  isGroup: boolean;
  /** When something was last said in it. */
  lastAt: string | null;
  chat: ChatTarget;
}

interface OwnChats {
  personal: Chat | undefined;
  lists: { group: OwnGroup; entries: ChatListEntry[] }[];
}

/** All that the viewer may write into and somebody can read: recent ones first, then the personal one, groups, and people by their names. */
export function forwardTargets({ personal, lists }: OwnChats): Target[] {
  const ofGroups = lists.flatMap(({ group, entries }) =>
    entries
      .filter(({ active, blocked }) => active && !blocked)
      .map((entry) => targetOf(group, entry)),
  );
  const groups = ofGroups.filter(({ isGroup }) => isGroup);
  const people = ofGroups.filter(({ isGroup }) => !isGroup);
  people.sort((one, other) => (one.label < other.label ? -1 : 1));
  const own = personal ? [personalTarget(personal)] : [];
  return [...own, ...groups, ...people].sort(byRecency);
}

const byRecency = (one: Target, other: Target) =>
  (other.lastAt ?? '').localeCompare(one.lastAt ?? '');

function targetOf(group: OwnGroup, entry: ChatListEntry): Target {
  const isGroup = entry.chatType === 'GROUP';
  const name = groupLabel(group);
  return {
    value: entry.hash,
    label: isGroup ? name : entry.email,
    hint: isGroup ? chatsTexts.groupChat : name,
    isGroup,
    lastAt: entry.lastMessage?.createdAt ?? null,
    chat: {
      hash: entry.hash,
      chatType: entry.chatType,
      chatId: entry.chatUuid,
      groupId: group.uuid,
      peerId: isGroup ? null : entry.uuid,
    },
  };
}

const personalTarget = ({ uuid, hash, lastMessage }: Chat): Target => ({
  value: hash,
  label: chatsTexts.personalChat,
  hint: chatsTexts.personalChatHint,
  isGroup: false,
  lastAt: lastMessage?.createdAt ?? null,
  chat: { hash, chatType: 'PERSONAL', chatId: uuid, groupId: null, peerId: null },
});

/** Every typed word stands in the name or beside it, whatever the case and the accents. */
export function isSought({ label, hint }: Target, typed: string): boolean {
  const words = searchWords(typed);
  const whole = `${searchedName(label, words)} ${searchedName(hint, words)}`;
  return words.every((word) => whole.includes(word));
}

interface ForwardTargets {
  targets: Target[];
  isLoading: boolean;
  hasFailed: boolean;
  retry: () => void;
}

/** The viewer's chats; those of a group come in as its list is read. */
export function useForwardTargets(): ForwardTargets {
  const queryClient = useQueryClient();
  const personal = useQuery(personalChatQuery);
  const own = useOwnLists(true);
  const { data } = personal;
  const { lists } = own;
  const targets = useMemo(() => forwardTargets({ personal: data, lists }), [data, lists]);
  const retry = () => {
    for (const queryKey of [personalChatQuery.queryKey, ownGroupsQuery.queryKey, [CHAT_LISTS]]) {
      const filters = { queryKey, predicate: isFailed };
      void queryClient.refetchQueries(filters);
    }
  };
  return {
    targets,
    isLoading: own.isLoading || personal.isLoading,
    hasFailed: own.hasFailed || personal.isError,
    retry,
  };
}

const isFailed = ({ state }: { state: { status: string } }) => state.status === 'error';
