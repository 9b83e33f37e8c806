import type { Mention, Message } from '@chat/contract/messages/messages.schema';

/** What a user hands over to be sent. */
export interface Written {
  content: string;
  mentions: Mention[];
  /** The message it answers. */
  replyTo: Message | null;
  file: File | null;
}

/** What comes out of the composer. */
export type Typed = Pick<Written, 'content' | 'mentions'>;

export const writtenText = (content: string): Written => ({
  content,
  mentions: [],
  replyTo: null,
  file: null,
});

/** What a reply shows of the message it answers, as it stands on every Message. */
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
