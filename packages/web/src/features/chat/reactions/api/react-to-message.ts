import type { Message } from '@chat/contract/messages/messages.schema';
import { applyReaction } from '@chat/contract/reactions/reactions.apply';
import type { ReactionFact } from '@chat/contract/reactions/reactions.events';
import { reactToMessage, removeReaction } from '@chat/contract/reactions/reactions.routes';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { callApi } from '../../../../shared/call-api.ts';
import { readSession } from '../../../../shared/session.ts';
import { changeMessages } from '../../messages/api/list-messages.ts';
import { reactionOf } from '../count-reactions.ts';

type Wish = Pick<ReactionFact, 'emoji' | 'reactedAt'>;

/** What the viewer last wanted on each message, while the server is being told. */
const wishes = new Map<string, Wish>();

/** The server is being told: what it says of earlier wishes is out of date. */
export const isReacting = (messageId: string): boolean => wishes.has(messageId);

/** Shows the emoji at once, or takes it off; a failure takes that back without a word (product §8). */
export function useReact(): (message: Message, emoji: string | null) => void {
  const queryClient = useQueryClient();
  return useCallback(
    (message, emoji) => {
      const isTold = isReacting(message.uuid);
      if (isTold && wishes.get(message.uuid)?.emoji === emoji) return;
      const wish = { emoji, reactedAt: new Date().toISOString() };
      wishes.set(message.uuid, wish);
      show(queryClient, message, wish);
      if (!isTold) void tell(queryClient, message);
    },
    [queryClient],
  );
}

function show(queryClient: QueryClient, { uuid, chatUuid }: Message, wish: Wish): void {
  const { user } = readSession();
  if (!user) return;
  const { uuid: senderId, email: senderEmail } = user;
  const fact = { chatId: chatUuid, messageId: uuid, senderId, senderEmail, ...wish };
  changeMessages(queryClient, chatUuid, (messages) => applyReaction(messages, fact));
}

/** One request after the other, so that the last wish is the one that stays. */
async function tell(queryClient: QueryClient, message: Message): Promise<void> {
  const viewerId = readSession().user?.uuid ?? '';
  let stored: Wish = reactionOf(message.reactions, viewerId) ?? { emoji: null, reactedAt: '' };
  try {
    for (let wish = wishes.get(message.uuid), told: Wish | undefined; wish && wish !== told; ) {
      stored = await put(message.uuid, wish);
      told = wish;
      wish = wishes.get(message.uuid);
    }
  } catch (error) {
    console.warn('the reaction could not be stored', error);
  } finally {
    wishes.delete(message.uuid);
    show(queryClient, message, stored);
  }
}

async function put(messageId: string, wish: Wish): Promise<Wish> {
  const params = { messageId };
  if (wish.emoji !== null) {
    return (await callApi(reactToMessage, { params, body: { emoji: wish.emoji } })).content;
  }
  await callApi(removeReaction, { params });
  return wish;
}
