import { applyReaction } from '@chat/contract/message-changes';
import {
  type Message,
  type Reaction,
  type ReactionEvent,
  reactToMessage,
  removeReaction,
} from '@chat/contract/messages';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { callApi } from '../../../shared/call-api.ts';
import { serverNow } from '../../../shared/server-clock.ts';
import { readSession } from '../../../shared/session.ts';
import { createOpened } from '../../../shared/ui/opened.ts';
import { changeMessages } from '../messages/list-messages.ts';

/** The open picker or list of reactions, one for all messages. */
export const reactionsView = createOpened<{ kind: 'picker' | 'list'; messageId: string }>();

export const openReactionPicker = (messageId: string): void =>
  reactionsView.open({ kind: 'picker', messageId });
export const openReactionList = (messageId: string): void =>
  reactionsView.open({ kind: 'list', messageId });

type OptimisticReaction = Pick<ReactionEvent, 'emoji' | 'reactedAt'>;

/** The viewer's last choice on each message, shown until the server has answered. */
const optimistic = new Map<string, OptimisticReaction>();

/** A change is on its way: what the server says of earlier ones is out of date. */
export const isReacting = (messageId: string): boolean => optimistic.has(messageId);

/** Shows the emoji at once, or takes it off; a failure takes that back without a word (rules/reactions 10). */
export function useReact(): (message: Message, emoji: string | null) => void {
  const queryClient = useQueryClient();
  return useCallback(
    (message, emoji) => {
      const isSending = isReacting(message.uuid);
      if (isSending && optimistic.get(message.uuid)?.emoji === emoji) return;
      const reaction = { emoji, reactedAt: new Date(serverNow()).toISOString() };
      optimistic.set(message.uuid, reaction);
      show(queryClient, message, reaction);
      if (!isSending) void sendReaction(queryClient, message);
    },
    [queryClient],
  );
}

function show(
  queryClient: QueryClient,
  { uuid, chatUuid }: Message,
  reaction: OptimisticReaction,
): void {
  const { user } = readSession();
  if (!user) return;
  const { uuid: senderId, email: senderEmail } = user;
  const own = { chatId: chatUuid, messageId: uuid, senderId, senderEmail, ...reaction };
  changeMessages(queryClient, chatUuid, (messages) => applyReaction(messages, own));
}

/** One request after the other, so that the last reaction is the one that stays. */
async function sendReaction(queryClient: QueryClient, message: Message): Promise<void> {
  const viewerId = readSession().user?.uuid ?? '';
  const none = { emoji: null, reactedAt: '' };
  let stored: OptimisticReaction = reactionOf(message.reactions, viewerId) ?? none;
  let sent: OptimisticReaction | undefined;
  const { uuid } = message;
  try {
    for (let next = optimistic.get(uuid); next && next !== sent; next = optimistic.get(uuid)) {
      stored = await put(uuid, next);
      sent = next;
    }
  } catch (error) {
    console.warn('the reaction could not be stored', error);
  } finally {
    optimistic.delete(uuid);
    show(queryClient, message, stored);
  }
}

async function put(messageId: string, reaction: OptimisticReaction): Promise<OptimisticReaction> {
  const params = { messageId };
  if (reaction.emoji !== null) {
    return (await callApi(reactToMessage, { params, body: { emoji: reaction.emoji } })).content;
  }
  await callApi(removeReaction, { params });
  return reaction;
}

interface ReactionCount {
  emoji: string;
  count: number;
  /** The viewer is among them. */
  isOwn: boolean;
}

/** One line for each emoji, in the order they were first used. */
export function countReactions(reactions: readonly Reaction[], viewerId: string): ReactionCount[] {
  const counts = new Map<string, ReactionCount>();
  for (const { emoji, userUuid } of reactions) {
    const before = counts.get(emoji) ?? { emoji, count: 0, isOwn: false };
    const isOwn = before.isOwn || userUuid === viewerId;
    counts.set(emoji, { emoji, count: before.count + 1, isOwn });
  }
  return [...counts.values()];
}

/** A message of a large group shows at most this many emojis. */
export const MAX_SHOWN = 20;

/** The first emojis, and always the viewer's; `hidden` counts the reactions of the other emojis. */
export function shownReactions(counts: ReactionCount[]): {
  shown: ReactionCount[];
  hidden: number;
} {
  const shown = counts.filter(({ isOwn }, place) => place < MAX_SHOWN || isOwn);
  const all = (some: ReactionCount[]) => some.reduce((sum, { count }) => sum + count, 0);
  return { shown, hidden: all(counts) - all(shown) };
}

export const reactionOf = (
  reactions: readonly Reaction[],
  viewerId: string,
): Reaction | undefined => reactions.find(({ userUuid }) => userUuid === viewerId);
