import type { Mention, Original } from '@chat/contract/messages';
import type { Page } from '@chat/contract/route';
import { type Db, fixed, sql } from '../../../db/database.ts';
import { type Listed, listWindow } from '../../../db/page.ts';

export interface OriginalRow extends Pick<Original, 'content' | 'fileName' | 'reason'> {
  mentions: Mention[] | null;
  since: Date;
  until: Date;
}

export interface NewOriginal extends Pick<Original, 'content' | 'fileName' | 'reason'> {
  chatId: number;
  messageId: number;
  mentionedUserIds: number[];
  since: Date;
  until: Date;
}

export async function insertOriginal(tx: Db, original: NewOriginal): Promise<void> {
  const { chatId, messageId, content, mentionedUserIds, fileName, since, until, reason } = original;
  await tx.run(sql`
    insert into message_originals (chat_id, message_id, content, mentioned_user_ids, file_name, since, until, reason)
    values (${chatId}, ${messageId}, ${content}, ${mentionedUserIds}::bigint[], ${fileName}, ${since}, ${until}, ${reason})`);
}

/** Oldest first; those that are past their time are not found, though they may still be there. */
export function findOriginals(
  db: Db,
  message: { id: number; chatId: number },
  days: number,
  page: Page,
): Promise<Listed<OriginalRow>> {
  const kept = sql`
    select o.* from message_originals o
    where o.chat_id = ${message.chatId} and o.message_id = ${message.id}
      and o.until > now() - make_interval(secs => ${days}::float8 * 86400)`;
  return listWindow(
    db,
    (window) => sql`
    select o.content, o.file_name, o.since, o.until, o.reason, (
      select jsonb_agg(jsonb_build_object('uuid', u.uuid, 'email', u.email) order by u.email)
      from users u where u.id = any(o.mentioned_user_ids)
    ) as mentions
    from (${kept} order by o.id ${window}) o
    order by o.id`,
    kept,
    page,
  );
}

/** Call in the transaction in which an administrator deletes the message. */
export async function removeOriginalsOf(tx: Db, chatId: number, messageId: number): Promise<void> {
  await tx.run(sql`
    delete from message_originals where chat_id = ${chatId} and message_id = ${messageId}`);
}

/** Call in the transaction that deletes the group. */
export async function removeOriginalsOfGroup(tx: Db, groupId: number): Promise<void> {
  await tx.run(sql`
    delete from message_originals o using chats c where c.group_id = ${groupId} and o.chat_id = c.id`);
}

/** Of those that ended before `time` the oldest; gives how many they were. */
export async function removeOriginalsBefore(db: Db, time: Date, limit: number): Promise<number> {
  const rows = await db.many(sql`
    delete from message_originals where id in (
      select id from message_originals where until < ${time} order by until limit ${fixed(limit)}
    ) returning id`);
  return rows.length;
}
