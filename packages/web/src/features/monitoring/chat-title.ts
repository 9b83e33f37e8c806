import type { Chat } from '@chat/contract/chats';
import { personName } from '../../shared/ui/person-name.tsx';
import { monitoringTexts } from './monitoring.texts.ts';

/** 'CHAT GRUPAL', or the names of the two of a direct chat (rules/monitoring 3). */
export function chatTitle({ type, users }: Pick<Chat, 'type' | 'users'>): string {
  if (type === 'GROUP') return monitoringTexts.groupChat;
  return monitoringTexts.directChat(users.map(personName));
}
