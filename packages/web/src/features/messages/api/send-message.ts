import { applyMessage } from '@chat/contract/messages/messages.apply';
import { sendMessage } from '@chat/contract/messages/messages.routes';
import type { CreatedMessage, Message } from '@chat/contract/messages/messages.schema';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { ApiError, errorMessage } from '../../../shared/api-error.ts';
import { callApi } from '../../../shared/call-api.ts';
import { applyToChatLists, CHAT_LISTS } from '../../chats/api/chat-lists.ts';
import { findDirectChat } from '../../chats/api/find-direct-chat.ts';
import { notify } from '../../notifications/notify.ts';
import { messagesTexts } from '../messages.texts.ts';
import {
  type ChatTarget,
  findOutgoing,
  type OutgoingMessage,
  putOutgoing,
  removeOutgoing,
  toStoredMessage,
  useOutbox,
} from '../outbox.ts';
import { newReferenceId } from '../reference-id.ts';
import {
  changeMessages,
  type HeldMessages,
  heldMessages,
  MESSAGES,
  messagesKey,
} from './list-messages.ts';

// An answer that takes longer counts as lost; the reference makes sending again safe.
const ANSWER_WITHIN = 20_000;

/** Shows the text as pending at once and sends it after the earlier ones of its chat. */
export function useSendText(chat: ChatTarget): (content: string) => void {
  const queryClient = useQueryClient();
  return useCallback(
    (content) => {
      const createdAt = new Date().toISOString();
      const referenceId = newReferenceId();
      putOutgoing({ referenceId, chat, content, createdAt, state: 'pending' });
      void sendPending(queryClient, chat.hash);
    },
    [queryClient, chat],
  );
}

/** The user's own second try, under the same reference. */
export function useRetryMessage(): (outgoing: OutgoingMessage) => void {
  const queryClient = useQueryClient();
  return useCallback(
    (outgoing) => {
      putOutgoing({ ...outgoing, state: 'pending' });
      void sendAgain(queryClient, outgoing.chat.hash);
    },
    [queryClient],
  );
}

/** After a reconnection: all that only the network kept back. */
export function sendUnreached(queryClient: QueryClient): void {
  const { messages } = useOutbox.getState();
  for (const outgoing of messages) {
    if (outgoing.state === 'unreachable') putOutgoing({ ...outgoing, state: 'pending' });
  }
  for (const hash of new Set(messages.map(({ chat }) => chat.hash))) {
    void sendAgain(queryClient, hash);
  }
}

/** The first try may have been stored and deleted since, which its answer does not tell: what is shown is read again. */
async function sendAgain(queryClient: QueryClient, hash: string): Promise<void> {
  await sendPending(queryClient, hash);
  void queryClient.invalidateQueries({ queryKey: [MESSAGES] });
  void queryClient.invalidateQueries({ queryKey: [CHAT_LISTS] });
}

const sending = new Set<string>();

const nextPending = (hash: string) =>
  useOutbox
    .getState()
    .messages.find(({ chat, state }) => chat.hash === hash && state === 'pending');

/** One at a time, so that the messages of a chat keep their order. */
async function sendPending(queryClient: QueryClient, hash: string): Promise<void> {
  if (sending.has(hash)) return;
  sending.add(hash);
  for (let next = nextPending(hash); next; next = nextPending(hash)) {
    try {
      settle(queryClient, next, await post(next));
    } catch (error) {
      fail(next, error);
    }
  }
  sending.delete(hash);
}

async function post({ chat, content, referenceId }: OutgoingMessage): Promise<CreatedMessage> {
  const chatId = chat.chatId ?? (await findDirectChat(chat)).uuid;
  const { content: created } = await callApi(sendMessage, {
    params: { chatId },
    body: { content, type: 'TEXT', referenceId, mentionedUserIds: [] },
    signal: AbortSignal.timeout(ANSWER_WITHIN),
  });
  const [message] = created;
  if (!message) throw new ApiError({ message: '', status: 502 });
  return message;
}

function settle(
  queryClient: QueryClient,
  outgoing: OutgoingMessage,
  created: CreatedMessage,
): void {
  const message = toStoredMessage(outgoing, created);
  if (created.seq === 1 && !heldMessages(queryClient, created.chatUuid)) {
    const first: HeldMessages = { messages: [message], hasOlder: false };
    queryClient.setQueryData(messagesKey(created.chatUuid), first);
  }
  // Its event was first and said more (mentions, the server's text), and the message may be deleted since.
  if (!findOutgoing(outgoing.referenceId)) return;
  const unlessHeard = (messages: Message[]) =>
    messages.some(({ uuid }) => uuid === message.uuid) ? messages : applyMessage(messages, message);
  changeMessages(queryClient, created.chatUuid, unlessHeard);
  applyToChatLists(queryClient, message);
  removeOutgoing(outgoing.referenceId);
}

function fail(outgoing: OutgoingMessage, error: unknown): void {
  // Its event came although the answer did not.
  if (!findOutgoing(outgoing.referenceId)) return;
  const isRefused = error instanceof ApiError && !isUnreachable(error.status);
  if (isRefused) putOutgoing({ ...outgoing, state: 'refused' });
  else holdBack(outgoing.chat.hash);
  notify(errorMessage(error, messagesTexts.sendFailed), 'error');
}

// No answer, or that of a proxy in front of a server that is away for a moment.
const isUnreachable = (status: number) => [0, 502, 503, 504].includes(status);

// What follows in the same chat waits with it, or a moment of network would turn their order round.
function holdBack(hash: string): void {
  for (const outgoing of useOutbox.getState().messages) {
    if (outgoing.chat.hash === hash && outgoing.state === 'pending') {
      putOutgoing({ ...outgoing, state: 'unreachable' });
    }
  }
}
