import { editMessage, listMessages } from '@chat/contract/messages.routes';
import type { Client } from './client.ts';

/** Mentions stay as they are without a list. */
export const edit = (
  who: Client,
  messageId: string,
  content: string | null,
  mentioned?: string[],
) =>
  who.call(editMessage, {
    params: { messageId },
    body: { content, ...(mentioned && { mentionedUserIds: mentioned }) },
  });

/** A message as somebody is given it, of the newest page. */
export const read = async (who: Client, chatId: string, uuid: string) =>
  (await who.call(listMessages, { params: { chatId } })).content.find((one) => one.uuid === uuid);
