import { fileTypeOf } from '@chat/contract/files/file-type';
import type { CreatedMessage } from '@chat/contract/messages/messages.schema';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { ApiError, errorMessage } from '../../../../shared/api-error.ts';
import { socket } from '../../../../shared/socket.ts';
import { notify } from '../../../../shared/toast/notify.ts';
import { CHAT_LISTS } from '../../list/api/cached-lists.ts';
import { applyToChatLists } from '../../list/api/chat-lists.ts';
import {
  changeHeld,
  heldMessages,
  MESSAGES,
  messagesKey,
} from '../../messages/api/list-messages.ts';
import { loadMissedMessages } from '../../messages/api/load-pages.ts';
import { applyArrival, type HeldMessages, nothingHeld } from '../../messages/message-window.ts';
import { messagesTexts } from '../../messages/messages.texts.ts';
import { holdFile } from '../attachments.ts';
import {
  type ChatTarget,
  findOutgoing,
  type OutgoingMessage,
  putOutgoing,
  removeOutgoing,
  toStoredMessage,
  useOutbox,
} from '../outbox.ts';
import { quoteOf, type Written } from '../outgoing-draft.ts';
import { newReferenceId } from '../reference-id.ts';
import { FileLost } from './post-file.ts';
import { postMessage } from './post-message.ts';

/** Shows what was written as pending at once and sends it after the earlier ones of its lane. */
export function useSendMessage(chat: ChatTarget): (written: Written) => void {
  const queryClient = useQueryClient();
  return useCallback(
    (written) => {
      const outgoing = toOutgoing(chat, written);
      if (written.file) holdFile(outgoing.referenceId, written.file);
      putOutgoing(outgoing);
      void sendPending(queryClient, laneOf(outgoing));
    },
    [queryClient, chat],
  );
}

function toOutgoing(chat: ChatTarget, written: Written): OutgoingMessage {
  const { content, mentions, replyTo, file } = written;
  return {
    referenceId: newReferenceId(),
    chat,
    type: file ? fileTypeOf(file.name) : 'TEXT',
    content,
    mentions,
    reply: replyTo && quoteOf(replyTo),
    file: file && { name: file.name, size: file.size },
    createdAt: new Date().toISOString(),
    state: 'pending',
  };
}

/** The user's own second try, under the same reference. */
export function useRetryMessage(): (outgoing: OutgoingMessage) => void {
  const queryClient = useQueryClient();
  return useCallback(
    ({ referenceId }) => {
      const outgoing = findOutgoing(referenceId);
      // Pressed twice, or discarded, before that was drawn.
      if (!outgoing || outgoing.state === 'pending') return;
      putOutgoing({ ...outgoing, state: 'pending' });
      void sendAgain(queryClient, laneOf(outgoing));
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
  for (const lane of new Set(messages.map(laneOf))) void sendAgain(queryClient, lane);
}

/** The first try may have been stored and deleted since, which its answer does not tell: what is shown is read again. */
async function sendAgain(queryClient: QueryClient, lane: string): Promise<void> {
  await sendPending(queryClient, lane);
  void queryClient.invalidateQueries({ queryKey: [MESSAGES] });
  void queryClient.invalidateQueries({ queryKey: [CHAT_LISTS] });
}

/** Texts of a chat keep their order, and so do its files; a text does not wait for a long upload. */
const laneOf = ({ chat, file }: OutgoingMessage) => (file ? `${chat.hash} file` : chat.hash);

const pendingIn = (lane: string) =>
  useOutbox.getState().messages.filter((held) => held.state === 'pending' && laneOf(held) === lane);

const unreachableIn = (lane: string) =>
  useOutbox
    .getState()
    .messages.some((held) => held.state === 'unreachable' && laneOf(held) === lane);

// Long enough for a lost socket to be noticed, whose reconnection then does it.
const RETRY_AFTER = 8_000;
let retrying: number | undefined;

/** No reconnection will come when only the answer was lost, not the socket. */
function retryLater(queryClient: QueryClient): void {
  window.clearTimeout(retrying);
  retrying = window.setTimeout(() => {
    if (socket.connected) sendUnreached(queryClient);
  }, RETRY_AFTER);
}

const sending = new Set<string>();

async function sendPending(queryClient: QueryClient, lane: string): Promise<void> {
  if (sending.has(lane)) return;
  sending.add(lane);
  for (let [next] = pendingIn(lane); next; [next] = pendingIn(lane)) {
    try {
      const created = await postMessage(next);
      if (next.file) await settleFile(queryClient, next, created);
      else settle(queryClient, next, created);
    } catch (error) {
      fail(next, error);
    }
  }
  sending.delete(lane);
  if (unreachableIn(lane)) retryLater(queryClient);
}

function settle(
  queryClient: QueryClient,
  outgoing: OutgoingMessage,
  created: CreatedMessage,
): void {
  const message = toStoredMessage(outgoing, created);
  if (created.seq === 1 && !heldMessages(queryClient, created.chatUuid)) {
    const first: HeldMessages = { ...nothingHeld, messages: [message] };
    queryClient.setQueryData(messagesKey(created.chatUuid), first);
  }
  // Its event was first and said more (mentions, the server's text), and the message may be deleted since.
  if (!findOutgoing(outgoing.referenceId)) return;
  const unlessHeard = (held: HeldMessages) =>
    held.messages.some(({ uuid }) => uuid === message.uuid) ? held : applyArrival(held, message);
  changeHeld(queryClient, created.chatUuid, unlessHeard);
  applyToChatLists(queryClient, message);
  removeOutgoing(outgoing.referenceId);
}

/** Where a file stands and how large an image is, only the stored message says. */
async function settleFile(
  queryClient: QueryClient,
  { referenceId }: OutgoingMessage,
  { chatUuid }: CreatedMessage,
): Promise<void> {
  // Its event was first.
  if (!findOutgoing(referenceId)) return;
  if (heldMessages(queryClient, chatUuid)) await loadMissedMessages(queryClient, chatUuid);
  void queryClient.invalidateQueries({ queryKey: [CHAT_LISTS] });
  removeOutgoing(referenceId);
}

function fail(outgoing: OutgoingMessage, error: unknown): void {
  // Its event came although the answer did not.
  if (!findOutgoing(outgoing.referenceId)) return;
  const isRefused = error instanceof ApiError && !isUnreachable(error.status);
  if (error instanceof FileLost) putOutgoing({ ...outgoing, state: 'fileLost' });
  else if (isRefused) putOutgoing({ ...outgoing, state: 'refused' });
  else holdBack(laneOf(outgoing));
  notify(errorMessage(error, messagesTexts.sendFailed), 'error');
}

// No answer, or that of a proxy in front of a server that is away for a moment.
const isUnreachable = (status: number) => [0, 502, 503, 504].includes(status);

// What follows in the same lane waits with it, or a moment of network would turn their order round.
function holdBack(lane: string): void {
  for (const outgoing of pendingIn(lane)) putOutgoing({ ...outgoing, state: 'unreachable' });
}
