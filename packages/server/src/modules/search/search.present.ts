import type { Message } from '@chat/contract/messages';
import type { FoundMessage, Snippet, WatchedMessage } from '@chat/contract/search';

type Users = WatchedMessage['chat']['users'];

interface ReadMessage {
  message: Message;
  chatId: number;
  chat: FoundMessage['chat'];
}

/** Its words and its file's name are one text. */
export const textOf = ({ content, fileName }: Message): string =>
  fileName === null ? content : `${content} ${fileName}`;

export const presentFound = ({ message, chat }: ReadMessage, snippet: Snippet): FoundMessage => ({
  message,
  chat,
  snippet,
});

export function presentWatched(
  { message, chat, chatId }: ReadMessage,
  usersOf: Map<number, Users>,
  snippet: Snippet,
): WatchedMessage {
  const { counterpartEmail: _, ...place } = chat;
  return { message, chat: { ...place, users: usersOf.get(chatId) ?? [] }, snippet };
}
