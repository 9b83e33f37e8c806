import type { Mention, Message } from '@chat/contract/messages';

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

export const noQuote: Quote = {
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
