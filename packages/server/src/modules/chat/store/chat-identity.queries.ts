import type { ChatType } from '@chat/contract/messages';
import { type Db, sql } from '../../../db/database.ts';

/** What a chat is from its beginning to its end. */
export interface ChatIdentity {
  id: number;
  uuid: string;
  kind: ChatType;
  hash: string;
  groupUuid: string | null;
  lowUserUuid: string | null;
  highUserUuid: string | null;
}

/** Unknown chats are left out. */
export const findChatIdentities = (db: Db, chatUuids: string[]): Promise<ChatIdentity[]> =>
  db.many(sql`
    select c.id, c.uuid, c.kind, c.hash,
      (select uuid from groups where id = c.group_id) as group_uuid,
      (select uuid from users where id = c.low_user_id) as low_user_uuid,
      (select uuid from users where id = c.high_user_id) as high_user_uuid
    from unnest(${chatUuids}::uuid[]) as asked (uuid) join chats c on c.uuid = asked.uuid`);
