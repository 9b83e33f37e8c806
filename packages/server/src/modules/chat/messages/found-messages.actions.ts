import type { ChatType, Message } from '@chat/contract/messages';
import type { Db } from '../../../db/database.ts';
import type { Viewer } from '../../../http/viewer.ts';
import { forbidden } from '../../../shared/errors.ts';
import {
  type FoundRow,
  findOwnMessages,
  findWatchedMessages,
} from '../store/found-messages.queries.ts';
import { presentMessage } from './messages.present.ts';

/** A message with the chat in which its reader finds it. */
export interface FoundMessage {
  message: Message;
  chatId: number;
  chat: {
    uuid: string;
    chatType: ChatType;
    groupUuid: string | null;
    groupName: string | null;
    counterpartEmail: string | null;
  };
}

function presentFound(row: FoundRow): FoundMessage {
  const { chatId, uuid, kind, groupUuid, groupName, counterpartEmail } = row;
  return {
    message: presentMessage(row, row.message),
    chatId,
    chat: { uuid, chatType: kind, groupUuid, groupName, counterpartEmail },
  };
}

const byId = (rows: FoundRow[]) => new Map(rows.map((row) => [row.message.id, presentFound(row)]));

/** Of these messages, by their ids, those that the viewer may read now as a member of their chat. */
export const getOwnMessages = async (
  db: Db,
  viewer: Viewer,
  ids: number[],
): Promise<Map<number, FoundMessage>> => byId(await findOwnMessages(db, ids, viewer.id));

/** The messages that an administrator may read now, in any chat; the caller records the reading. */
export async function getWatchedMessages(
  db: Db,
  viewer: Viewer,
  ids: number[],
): Promise<Map<number, FoundMessage>> {
  if (!viewer.isAdmin) throw forbidden();
  return byId(await findWatchedMessages(db, ids, viewer.id));
}
