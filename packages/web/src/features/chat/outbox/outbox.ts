import type { Mention, Message, MessageType } from '@chat/contract/messages';
import type { CreatedMessage } from '@chat/contract/writing';
import { create } from 'zustand';
import { persist, persistedKeys, readKept } from '../../../shared/persist.ts';
import { readSession } from '../../../shared/session.ts';
import type { ChatTarget } from '../list/chat-lists.ts';
import { outboxKey, outboxPrefix, removeAttachment, sweepAttachments } from './attachments.ts';

/** The data of a file before its message is stored. */
export interface OutgoingFile {
  name: string;
  size: number;
  /** The loudness of a recording. */
  waveform?: number[] | undefined;
}

/** The original of a forwarded message, and the data of the file that the copy will have. */
interface ForwardedMessage {
  messageId: string;
  file: { name: string; size: number | null } | null;
}

/** A message of this page that the server has not answered for; it outlives a reload. */
export interface OutgoingMessage {
  referenceId: string;
  chat: ChatTarget;
  type: MessageType;
  content: string;
  mentions: Mention[];
  reply: Quote | null;
  file: OutgoingFile | null;
  forwarded: ForwardedMessage | null;
  createdAt: string;
  /**
   * `unreachable` is tried again on reconnection, `refused` only when the user says so, `notAnImage` as a file alone, and
   * those without a file never.
   */
  state: 'pending' | 'unreachable' | 'refused' | 'fileLost' | 'fileChanged' | 'notAnImage';
}

export const useOutbox = create<{ messages: OutgoingMessage[] }>(() => ({ messages: [] }));

const bySending = (one: OutgoingMessage, other: OutgoingMessage) =>
  one.createdAt < other.createdAt ? -1 : 1;

function parseOutgoing(text: string | null): OutgoingMessage[] {
  try {
    const outgoing: OutgoingMessage = JSON.parse(text ?? '');
    return [outgoing];
  } catch {
    return [];
  }
}

/** Takes up what an earlier page, or another tab, of the same user has not got rid of. */
export function loadOutbox(): void {
  const userId = readSession().user?.uuid;
  const keys = userId ? persistedKeys(outboxPrefix(userId)) : [];
  const messages = keys.flatMap((key) => parseOutgoing(readKept(key)));
  useOutbox.setState({ messages: messages.sort(bySending) });
  sweepAttachments();
}

export function putOutgoing(outgoing: OutgoingMessage): void {
  if (!findOutgoing(outgoing.referenceId)) begunAt.set(outgoing.referenceId, performance.now());
  const key = outboxKey(outgoing.referenceId);
  if (key) persist(key, JSON.stringify(outgoing));
  useOutbox.setState(({ messages }) => ({
    messages: [
      ...messages.filter((one) => one.referenceId !== outgoing.referenceId),
      outgoing,
    ].sort(bySending),
  }));
}

export function removeOutgoing(referenceId: string): void {
  const key = outboxKey(referenceId);
  if (key) persist(key, null);
  begunAt.delete(referenceId);
  if (findOutgoing(referenceId)?.file) removeAttachment(referenceId);
  useOutbox.setState(({ messages }) => ({
    messages: messages.filter((one) => one.referenceId !== referenceId),
  }));
}

/** By the page's stop-watch, which nobody sets. */
const begunAt = new Map<string, number>();

/** For how long a message has been on its way, ms. */
export const outgoingFor = (referenceId: string): number =>
  performance.now() - (begunAt.get(referenceId) ?? Number.NEGATIVE_INFINITY);

export const findOutgoing = (referenceId: string) =>
  useOutbox.getState().messages.find((one) => one.referenceId === referenceId);

/** The answer to a send makes the pending text a stored message. */
export function toStoredMessage(outgoing: OutgoingMessage, created: CreatedMessage): Message {
  const { user } = readSession();
  const { chat, type, content, mentions, reply } = outgoing;
  return {
    ...created,
    ...(reply ?? noQuote),
    referenceId: outgoing.referenceId,
    chatId: created.chatUuid,
    chatType: chat.chatType,
    hash: chat.hash,
    groupId: chat.groupId,
    groupUuid: chat.groupId,
    senderId: user?.uuid ?? '',
    senderEmail: user?.email ?? '',
    type,
    content,
    mediaUrl: null,
    fileName: null,
    fileSize: null,
    mediaWidth: null,
    mediaHeight: null,
    mimeType: null,
    durationMs: null,
    waveform: null,
    editedAt: null,
    forwarded: false,
    reactions: [],
    mentions,
  };
}

/** A message that a user submits for sending. */
export interface OutgoingDraft {
  content: string;
  mentions: Mention[];
  /** The message it answers. */
  replyTo: Message | null;
  file: File | null;
  /** The loudness of a recording. */
  waveform?: number[];
}

/** The composer's output. */
export type TextDraft = Pick<OutgoingDraft, 'content' | 'mentions'>;

export const textDraft = (content: string): OutgoingDraft => ({
  content,
  mentions: [],
  replyTo: null,
  file: null,
});

/** The part of the answered message that a reply shows, as every Message has it. */
export type Quote = Pick<
  Message,
  | 'replyToMessageUuid'
  | 'replyToMessageContent'
  | 'replyToMessageSenderId'
  | 'replyToMessageSenderEmail'
  | 'replyToMessageMediaUrl'
>;

const noQuote: Quote = {
  replyToMessageUuid: null,
  replyToMessageContent: null,
  replyToMessageSenderId: null,
  replyToMessageSenderEmail: null,
  replyToMessageMediaUrl: null,
};

export const quoteOf = (message: Message): Quote => ({
  replyToMessageUuid: message.uuid,
  replyToMessageContent: message.content,
  replyToMessageSenderId: message.senderId,
  replyToMessageSenderEmail: message.senderEmail,
  replyToMessageMediaUrl: message.mediaUrl,
});

/** Unique for one sender and chat. `crypto.randomUUID` is missing on plain http, where an office may run this. */
export function newReferenceId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
