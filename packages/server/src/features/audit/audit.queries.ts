import type { AuditEvent } from '@chat/contract/audit/audit.schema';
import type { Page } from '@chat/contract/shared/page';
import { type Db, sql } from '../../db/database.ts';
import { type Listed, listRows } from '../../db/page.ts';

/** One line for a chat that is read on and on. */
const READING_MINUTES = 15;

export async function insertReading(db: Db, actorId: number, chatId: number): Promise<void> {
  await db.run(sql`
    insert into audit_events (actor_id, action, chat_id)
    select ${actorId}, 'CHAT_READ', ${chatId}
    where not exists (
      select from audit_events
      where action = 'CHAT_READ' and chat_id = ${chatId} and actor_id = ${actorId}
        and happened_at > now() - make_interval(mins => ${READING_MINUTES})
    )`);
}

export interface Deletion {
  actorId: number;
  chatId: number;
  messageUuid: string;
  senderId: number;
}

/** Call in the transaction that deletes the message. */
export async function insertDeletion(tx: Db, deletion: Deletion): Promise<void> {
  const { actorId, chatId, messageUuid, senderId } = deletion;
  await tx.run(sql`
    insert into audit_events (actor_id, action, chat_id, message_uuid, message_sender_id)
    values (${actorId}, 'MESSAGE_DELETED', ${chatId}, ${messageUuid}, ${senderId})`);
}

export interface AuditRow {
  id: number;
  happenedAt: Date;
  action: AuditEvent['action'];
  actorUuid: string;
  actorEmail: string;
  chatUuid: string;
  groupName: string | null;
  memberEmails: string[];
  messageUuid: string | null;
  senderEmail: string | null;
}

export function findAuditEvents(db: Db, page: Page): Promise<Listed<AuditRow>> {
  const events = sql`
    select e.id, e.happened_at, e.action, a.uuid as actor_uuid, a.email as actor_email, c.uuid as chat_uuid,
      g.name as group_name, array_remove(array[low.email, high.email], null) as member_emails,
      e.message_uuid, s.email as sender_email
    from audit_events e
      join users a on a.id = e.actor_id
      join chats c on c.id = e.chat_id
      left join groups g on g.id = c.group_id
      left join users low on low.id = c.low_user_id
      left join users high on high.id = c.high_user_id
      left join users s on s.id = e.message_sender_id`;
  return listRows(db, events, sql`order by e.id desc`, page);
}
