import type { Message } from './messages.schema.ts';

/** The message as it is now; `newMentions` are those whom only this edit mentions. */
export type EditedMessage = Message & { newMentions: string[] };

export interface MessageEvents {
  /** To administrators: a group or direct chat has got its first message, so it is listed from now on. */
  'chat:started': (payload: { chatId: string }) => void;
  /** To every socket of every member of the chat, the sender's included. */
  message: (message: Message) => void;
  /** These two to the same sockets, and to watchers. */
  'message:edited': (message: EditedMessage) => void;
  'message:deleted': (payload: { chatId: string; messageId: string }) => void;
}
