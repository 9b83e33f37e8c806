import type { Found } from './api/found-pages.ts';
import { searchTexts as texts } from './search.texts.ts';

/** What the chat of a found message is called, and where it stands. */
export function placeOf(chat: Found['chat']): { name: string; hint: string | null } {
  if (chat.chatType === 'PERSONAL') return { name: texts.personalChat, hint: null };
  if (chat.chatType === 'GROUP') return { name: chat.groupName ?? '', hint: texts.groupChat };
  const name =
    'users' in chat
      ? chat.users.map(({ email }) => email).join(' / ')
      : (chat.counterpartEmail ?? '');
  return { name, hint: chat.groupName };
}
