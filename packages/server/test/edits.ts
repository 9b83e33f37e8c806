import { listMessages } from '@chat/contract/messages';
import { editMessage } from '@chat/contract/writing';
import type { Client } from './client.ts';

/** Without a list the mentions stay. */
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

/** A message of the newest page, as this person receives it. */
export const read = async (who: Client, chatId: string, uuid: string) =>
  (await who.call(listMessages, { params: { chatId } })).content.find((one) => one.uuid === uuid);
