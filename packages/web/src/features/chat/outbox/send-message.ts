import { fileTypeOf } from '@chat/contract/checks';
import type { CreatedMessage } from '@chat/contract/writing';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { serverNow } from '../../../shared/server-clock.ts';
import { socket } from '../../../shared/socket.ts';
import { notify } from '../../../shared/toast/notify.ts';
import { applyToChatLists, CHAT_LISTS, type ChatTarget } from '../list/chat-lists.ts';
import { cachedWindow, changeWindow, MESSAGES, messagesKey } from '../messages/list-messages.ts';
import { loadMissedMessages } from '../messages/load-pages.ts';
import { applyArrival, emptyWindow, type MessageWindow } from '../messages/message-window.ts';
import { addAttachment } from './attachments.ts';
import {
  findOutgoing,
  newReferenceId,
  type OutgoingDraft,
  type OutgoingMessage,
  putOutgoing,
  quoteOf,
  removeOutgoing,
  toStoredMessage,
  useOutbox,
} from './outbox.ts';
import { failureOf, postMessage } from './post-message.ts';

/*
 * A message on its way. The words at the arrows are methods of `Sending`; `outbox.ts` keeps the states.
 *
 *   queue ──▶ pending ──▶ store: into its chat, and out of the outbox
 *               │  ▲
 *               │  ├── wait      429: the server wants to be asked later, and the whole queue waits
 *               │  ├── resume    unreachable ones, with the next connection or some seconds later
 *               │  └── retry     failed ones, by hand; notAnImage goes as a file
 *               │
 *               ├──▶ hold ────▶ unreachable              no answer, or 502, 503, 504: with all that follow in its queue
 *               └──▶ refuse ──▶ refused                  the server says no
 *                               notAnImage               422 for an image
 *                               fileLost, fileChanged    no way on but to discard it
 *
 * From every state `discard` takes a message out of the outbox. Its event does so too: when the event is first, the
 * answer changes nothing.
 */
class Sending {
  readonly #queryClient: QueryClient;
  /** The queues of which a message is at the server. */
  readonly #running = new Set<string>();
  #resuming: number | undefined;

  constructor(queryClient: QueryClient) {
    this.#queryClient = queryClient;
  }

  /** Shows a message as pending at once and sends it after the earlier ones of its queue. */
  queue(outgoing: OutgoingMessage): void {
    putOutgoing(outgoing);
    void this.#run(queueOf(outgoing));
  }

  /** The user's own second try, under the same reference; an image that was not taken as one goes as a file. */
  retry(referenceId: string): void {
    const outgoing = findOutgoing(referenceId);
    // Pressed twice, or discarded, before that was drawn.
    if (!outgoing || outgoing.state === 'pending') return;
    const type = outgoing.state === 'notAnImage' ? 'FILE' : outgoing.type;
    putOutgoing({ ...outgoing, type, state: 'pending' });
    void this.#runAgain(queueOf(outgoing));
  }

  /** After a reconnection: sends all that only the network kept back. */
  resume(): void {
    const { messages } = useOutbox.getState();
    for (const outgoing of messages) {
      if (outgoing.state === 'unreachable') putOutgoing({ ...outgoing, state: 'pending' });
    }
    for (const queue of new Set(messages.map(queueOf))) void this.#runAgain(queue);
  }

  /** The user gives it up; an upload under way ends. */
  discard(referenceId: string): void {
    removeOutgoing(referenceId);
  }

  /** The first try may have been stored and deleted since, which its answer does not say: all is read again. */
  async #runAgain(queue: string): Promise<void> {
    await this.#run(queue);
    void this.#queryClient.invalidateQueries({ queryKey: [MESSAGES] });
    void this.#queryClient.invalidateQueries({ queryKey: [CHAT_LISTS] });
  }

  /** Sends the pending messages of a queue, one after the other. */
  async #run(queue: string): Promise<void> {
    if (this.#running.has(queue)) return;
    this.#running.add(queue);
    let resumeMs = RESUME_MS;
    for (let [next] = inState('pending', queue); next; [next] = inState('pending', queue)) {
      resumeMs = Math.max(resumeMs, await this.#post(next));
    }
    this.#running.delete(queue);
    if (inState('unreachable', queue).length > 0) this.#resumeLater(resumeMs);
  }

  /** Returns how long the server wants to be left in peace, ms. */
  async #post(outgoing: OutgoingMessage): Promise<number> {
    try {
      const created = await postMessage(outgoing);
      if (outgoing.file || outgoing.forwarded) await this.#readStored(outgoing, created);
      else this.#store(outgoing, created);
      return 0;
    } catch (error) {
      const { state, text, retryAfterMs } = failureOf(outgoing, error);
      if (state === 'pending') await this.#wait(text, retryAfterMs);
      // Its event came although the answer did not.
      else if (!findOutgoing(outgoing.referenceId)) return retryAfterMs;
      else if (state === 'unreachable') this.#hold(queueOf(outgoing), text);
      else this.#refuse({ ...outgoing, state }, text);
      return retryAfterMs;
    }
  }

  #store(outgoing: OutgoingMessage, created: CreatedMessage): void {
    const message = toStoredMessage(outgoing, created);
    if (created.seq === 1 && !cachedWindow(this.#queryClient, created.chatUuid)) {
      const first: MessageWindow = { ...emptyWindow, messages: [message] };
      this.#queryClient.setQueryData(messagesKey(created.chatUuid), first);
    }
    // Its event was first and said more (mentions, the server's text), and the message may be deleted since.
    if (!findOutgoing(outgoing.referenceId)) return;
    const unlessThere = (loaded: MessageWindow) =>
      loaded.messages.some(({ uuid }) => uuid === message.uuid)
        ? loaded
        : applyArrival(loaded, message);
    changeWindow(this.#queryClient, created.chatUuid, unlessThere);
    applyToChatLists(this.#queryClient, message);
    removeOutgoing(outgoing.referenceId);
  }

  /** Only the stored message says where a file is, how large an image is and what a copy says. */
  async #readStored({ referenceId }: OutgoingMessage, { chatUuid }: CreatedMessage): Promise<void> {
    // Its event was first.
    if (!findOutgoing(referenceId)) return;
    if (cachedWindow(this.#queryClient, chatUuid)) {
      await loadMissedMessages(this.#queryClient, chatUuid);
    }
    void this.#queryClient.invalidateQueries({ queryKey: [CHAT_LISTS] });
    removeOutgoing(referenceId);
  }

  /** The message stays pending, and all that follow it in its queue. */
  async #wait(text: string | null, ms: number): Promise<void> {
    sayFailure(text);
    await new Promise((settle) => window.setTimeout(settle, ms));
  }

  /** Nobody knows its fate. Later ones wait too; otherwise a moment of network would change their order. */
  #hold(queue: string, text: string | null): void {
    for (const outgoing of inState('pending', queue)) {
      putOutgoing({ ...outgoing, state: 'unreachable' });
    }
    sayFailure(text);
  }

  /** The message stays as it failed, until the user decides. */
  #refuse(failed: OutgoingMessage, text: string | null): void {
    putOutgoing(failed);
    sayFailure(text);
  }

  /** No reconnection will come when only the answer was lost, not the socket. */
  #resumeLater(ms: number): void {
    window.clearTimeout(this.#resuming);
    this.#resuming = window.setTimeout(() => {
      if (socket.connected) this.resume();
    }, ms);
  }
}

// Long enough for a lost socket to be noticed, whose reconnection then does it.
const RESUME_MS = 8_000;

/** Texts of a chat keep their order, and so do its files; a text does not wait for a long upload. */
const queueOf = ({ chat, file }: OutgoingMessage) => (file ? `${chat.hash} file` : chat.hash);

const inState = (state: OutgoingMessage['state'], queue: string) =>
  useOutbox.getState().messages.filter((one) => one.state === state && queueOf(one) === queue);

function sayFailure(text: string | null): void {
  if (text !== null) notify(text, 'error');
}

const ofCaches = new WeakMap<QueryClient, Sending>();

/** The one that sends for a page, by the page's cache. */
export function sendingOf(queryClient: QueryClient): Sending {
  const sending = ofCaches.get(queryClient) ?? new Sending(queryClient);
  ofCaches.set(queryClient, sending);
  return sending;
}

export const useSending = (): Sending => sendingOf(useQueryClient());

/** Sends what the composer of a chat hands over. */
export function useSendMessage(chat: ChatTarget): (draft: OutgoingDraft) => void {
  const sending = useSending();
  return useCallback(
    (draft) => {
      const outgoing = toOutgoing(chat, draft);
      if (draft.file) addAttachment(outgoing.referenceId, draft.file);
      sending.queue(outgoing);
    },
    [sending, chat],
  );
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
