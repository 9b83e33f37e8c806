import { fileTypeOf } from '@chat/contract/checks';
import type { CreatedMessage } from '@chat/contract/messages';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { ApiError, errorMessage, isAbsent } from '../../../shared/api-error.ts';
import { serverNow } from '../../../shared/server-clock.ts';
import { socket } from '../../../shared/socket.ts';
import { notify } from '../../../shared/toast/notify.ts';
import { applyToChatLists, CHAT_LISTS, type ChatTarget } from '../list/chat-lists.ts';
import { cachedWindow, changeWindow, MESSAGES, messagesKey } from '../messages/list-messages.ts';
import { loadMissedMessages } from '../messages/load-pages.ts';
import { applyArrival, emptyWindow, type MessageWindow } from '../messages/message-window.ts';
import { messagesTexts } from '../messages/messages.texts.ts';
import { addAttachment, FileChanged } from './attachments.ts';
import {
  findOutgoing,
  type OutgoingMessage,
  putOutgoing,
  removeOutgoing,
  toStoredMessage,
  useOutbox,
} from './outbox.ts';
import { newReferenceId, type OutgoingDraft, quoteOf } from './outgoing-draft.ts';
import { FileLost, postMessage } from './post-message.ts';

/*
 * A message on its way, from state to state of `outbox.ts`:
 *
 *   pending ──▶ stored: out of the outbox and into its chat, by the answer or by its event, whichever is first
 *     │  ▲
 *     │  └── by hand; unreachable ones also with the next connection, or some seconds later
 *     │
 *     ├──▶ unreachable              no answer, or 502, 503, 504: with all that follow in its queue
 *     ├──▶ refused                  the server says no
 *     ├──▶ notAnImage               422 for an image: it may go as a file
 *     └──▶ fileLost, fileChanged    no way on but to discard it
 *
 * One that has to wait for the server's limits (429) stays pending, and its queue with it.
 */

/** Shows a draft as pending at once and sends it after the earlier ones of its queue. */
export function useSendMessage(chat: ChatTarget): (draft: OutgoingDraft) => void {
  const queryClient = useQueryClient();
  return useCallback(
    (draft) => {
      const outgoing = toOutgoing(chat, draft);
      if (draft.file) addAttachment(outgoing.referenceId, draft.file);
      sendOutgoing(queryClient, outgoing);
    },
    [queryClient, chat],
  );
}

export function sendOutgoing(queryClient: QueryClient, outgoing: OutgoingMessage): void {
  putOutgoing(outgoing);
  void sendPending(queryClient, queueOf(outgoing));
}

function toOutgoing(chat: ChatTarget, draft: OutgoingDraft): OutgoingMessage {
  const { content, mentions, replyTo, file, waveform } = draft;
  return {
    referenceId: newReferenceId(),
    chat,
    type: file ? fileTypeOf(file.name) : 'TEXT',
    content,
    mentions,
    reply: replyTo && quoteOf(replyTo),
    file: file && { name: file.name, size: file.size, waveform },
    forwarded: null,
    createdAt: new Date(serverNow()).toISOString(),
    state: 'pending',
  };
}

/** The user's own second try, under the same reference; what is not taken as an image goes as a file. */
export function useRetryMessage(): (outgoing: OutgoingMessage) => void {
  const queryClient = useQueryClient();
  return useCallback(
    ({ referenceId }) => {
      const outgoing = findOutgoing(referenceId);
      // Pressed twice, or discarded, before that was drawn.
      if (!outgoing || outgoing.state === 'pending') return;
      const type = outgoing.state === 'notAnImage' ? 'FILE' : outgoing.type;
      putOutgoing({ ...outgoing, type, state: 'pending' });
      void sendAgain(queryClient, queueOf(outgoing));
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
  for (const queue of new Set(messages.map(queueOf))) void sendAgain(queryClient, queue);
}

/** The first try may have been stored and deleted since, which its answer does not say: what is shown is read again. */
async function sendAgain(queryClient: QueryClient, queue: string): Promise<void> {
  await sendPending(queryClient, queue);
  void queryClient.invalidateQueries({ queryKey: [MESSAGES] });
  void queryClient.invalidateQueries({ queryKey: [CHAT_LISTS] });
}

/** Texts of a chat keep their order, and so do its files; a text does not wait for a long upload. */
const queueOf = ({ chat, file }: OutgoingMessage) => (file ? `${chat.hash} file` : chat.hash);

const pendingIn = (queue: string) =>
  useOutbox.getState().messages.filter((one) => one.state === 'pending' && queueOf(one) === queue);

const unreachableIn = (queue: string) =>
  useOutbox
    .getState()
    .messages.some((one) => one.state === 'unreachable' && queueOf(one) === queue);

// Long enough for a lost socket to be noticed, whose reconnection then does it.
const RETRY_MS = 8_000;
let retrying: number | undefined;

/** No reconnection will come when only the answer was lost, not the socket. */
function retryLater(queryClient: QueryClient, ms: number): void {
  window.clearTimeout(retrying);
  retrying = window.setTimeout(() => {
    if (socket.connected) sendUnreached(queryClient);
  }, ms);
}

// A rate-limited sender waits at most this long; a daily limit is shown, and the user decides.
const LONGEST_WAIT_MS = 60_000;

/** For a moment the server takes no more from this person. */
const waitAsked = (error: unknown): number | undefined =>
  error instanceof ApiError && error.status === 429 && (error.retryAfterMs ?? 0) <= LONGEST_WAIT_MS
    ? error.retryAfterMs
    : undefined;

const sending = new Set<string>();

async function sendPending(queryClient: QueryClient, queue: string): Promise<void> {
  if (sending.has(queue)) return;
  sending.add(queue);
  let retryMs = RETRY_MS;
  for (let [next] = pendingIn(queue); next; [next] = pendingIn(queue)) {
    try {
      const created = await postMessage(next);
      if (next.file || next.forwarded) await settleStored(queryClient, next, created);
      else settle(queryClient, next, created);
    } catch (error) {
      const waitMs = waitAsked(error);
      if (waitMs === undefined) fail(next, error);
      else await holdOn(error, waitMs);
      if (error instanceof ApiError) retryMs = Math.max(retryMs, error.retryAfterMs ?? 0);
    }
  }
  sending.delete(queue);
  if (unreachableIn(queue)) retryLater(queryClient, retryMs);
}

function settle(
  queryClient: QueryClient,
  outgoing: OutgoingMessage,
  created: CreatedMessage,
): void {
  const message = toStoredMessage(outgoing, created);
  if (created.seq === 1 && !cachedWindow(queryClient, created.chatUuid)) {
    const first: MessageWindow = { ...emptyWindow, messages: [message] };
    queryClient.setQueryData(messagesKey(created.chatUuid), first);
  }
  // Its event was first and said more (mentions, the server's text), and the message may be deleted since.
  if (!findOutgoing(outgoing.referenceId)) return;
  const unlessThere = (loaded: MessageWindow) =>
    loaded.messages.some(({ uuid }) => uuid === message.uuid)
      ? loaded
      : applyArrival(loaded, message);
  changeWindow(queryClient, created.chatUuid, unlessThere);
  applyToChatLists(queryClient, message);
  removeOutgoing(outgoing.referenceId);
}

/** Only the stored message says where a file is, how large an image is and what a copy says. */
async function settleStored(
  queryClient: QueryClient,
  { referenceId }: OutgoingMessage,
  { chatUuid }: CreatedMessage,
): Promise<void> {
  // Its event was first.
  if (!findOutgoing(referenceId)) return;
  if (cachedWindow(queryClient, chatUuid)) await loadMissedMessages(queryClient, chatUuid);
  void queryClient.invalidateQueries({ queryKey: [CHAT_LISTS] });
  removeOutgoing(referenceId);
}

/** The message stays pending, and all that follow it in its queue. */
async function holdOn(error: unknown, ms: number): Promise<void> {
  notify(errorMessage(error, messagesTexts.sendFailed), 'error');
  await new Promise((settle) => window.setTimeout(settle, ms));
}

function fail(outgoing: OutgoingMessage, error: unknown): void {
  // Its event came although the answer did not.
  if (!findOutgoing(outgoing.referenceId)) return;
  const isRefused = error instanceof ApiError && !isUnreachable(error);
  if (error instanceof FileLost) putOutgoing({ ...outgoing, state: 'fileLost' });
  else if (error instanceof FileChanged) putOutgoing({ ...outgoing, state: 'fileChanged' });
  else if (isNoImage(outgoing, error)) putOutgoing({ ...outgoing, state: 'notAnImage' });
  else if (isRefused) putOutgoing({ ...outgoing, state: 'refused' });
  else holdBack(queueOf(outgoing));
  if (!isAway(error)) notify(failureText(outgoing, error), 'error');
}

function failureText({ forwarded }: OutgoingMessage, error: unknown): string {
  if (error instanceof FileLost) return messagesTexts.fileLost;
  if (error instanceof FileChanged) return messagesTexts.fileChanged;
  if (isAbsent(error) && forwarded) return messagesTexts.forwardGone;
  return errorMessage(error, messagesTexts.sendFailed);
}

/** Whether the server refuses the file as an image: its bytes will never be taken as one. */
const isNoImage = ({ type, file }: OutgoingMessage, error: unknown) =>
  type === 'IMAGE' && file && error instanceof ApiError && error.status === 422;

// A proxy answers while the server starts anew, which takes seconds: the message says that it waits, and goes by itself.
const isAway = (error: unknown) =>
  error instanceof ApiError && ([502, 504].includes(error.status) || isRestricted(error));

// No answer, or that of a proxy in front of a server that is away for a moment. A restricted session sends later on (rules/account 10).
const isUnreachable = (error: ApiError) =>
  [0, 502, 503, 504].includes(error.status) || isRestricted(error);

const isRestricted = ({ errors }: ApiError) => errors.required !== undefined;

// Later messages of the same queue wait too; otherwise a moment of network would change their order.
function holdBack(queue: string): void {
  for (const outgoing of pendingIn(queue)) putOutgoing({ ...outgoing, state: 'unreachable' });
}
