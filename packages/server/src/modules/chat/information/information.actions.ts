import type { Information } from '@chat/contract/information';
import type { Viewer } from '../../../http/viewer.ts';
import { recordAct } from '../../audit/audit.actions.ts';
import { accessInformation } from '../access/messages.access.ts';
import type { ChatContext } from '../context.ts';
import { findInformation } from '../store/mark-advances.queries.ts';

/** Who has got and seen the message, for its author, or for an administrator, which is recorded (rules/information 1). */
export async function getInformation(
  { db }: ChatContext,
  viewer: Viewer,
  messageUuid: string,
): Promise<Information> {
  const { chat, message } = await accessInformation(db, viewer, messageUuid);
  const { seq, senderId } = message;
  const information = await findInformation(db, { chatId: chat.id, seq, senderId });
  if (senderId !== viewer.id || !chat.isMember) {
    await recordAct(db, viewer, 'INFO', {
      chatId: chat.id,
      messageUuid,
      messageSenderId: senderId,
    });
  }
  return information;
}
