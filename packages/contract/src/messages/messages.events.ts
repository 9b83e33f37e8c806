import type { Message } from './messages.schema.ts';

export interface MessageEvents {
  /** To administrators: a group or direct chat has got its first message, so it is listed from now on. */
  'chat:started': (payload: { chatId: string }) => void;
  /** To every socket of every member of the chat, the sender's included. */
  message: (message: Message) => void;
  /** To the same sockets, and to watchers. */
  'message:deleted': (payload: { chatId: string; messageId: string }) => void;
}
