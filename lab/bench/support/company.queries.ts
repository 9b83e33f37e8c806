import { randomUUID } from 'node:crypto';
import { type Db, sql } from '../../../packages/server/src/db/database.ts';
import { fileKeyOf } from '../../../packages/server/src/modules/auth/sessions.ts';
import { INDEX_VERSION } from '../../../packages/server/src/modules/search-index/index-entry.ts';
import { hashSecret } from '../../../packages/server/src/security/passwords.ts';

/** Each signed in on one approved device, without the cost of checking a password. */
export async function insertSessions(
  db: Db,
  people: { id: number; token: string }[],
): Promise<void> {
  const ids = people.map(({ id }) => id);
  await db.run(sql`
    with device as (
      insert into devices (uuid, user_id, identifier_hash, approved_at)
      select uuid, user_id, identifier, now()
      from unnest(
        ${people.map(() => randomUUID())}::uuid[], ${ids}::bigint[],
        ${people.map(({ token }) => hashSecret(`device-${token}`))}::bytea[]
      ) as d (uuid, user_id, identifier)
      returning id, user_id
    )
    insert into sessions (user_id, device_id, token_hash, file_key_hash)
    select device.user_id, device.id, s.token_hash, s.file_key_hash
    from unnest(
      ${ids}::bigint[], ${people.map(({ token }) => hashSecret(token))}::bytea[],
      ${people.map(({ token }) => hashSecret(fileKeyOf(token)))}::bytea[]
    ) as s (user_id, token_hash, file_key_hash) join device on device.user_id = s.user_id`);
}

export interface History {
  chatId: number;
  /** Ids of the two who speak. */
  between: readonly [number, number];
  messages: number;
}

/** How much of each chat its members have not seen yet. */
const UNREAD = 7;

const words =
  'Mañana a primera hora revisamos el presupuesto de la obra del puerto con el cliente y, si todo cuadra, ' +
  'mandamos el contrato firmado antes de comer; avisad si falta algún documento o si cambia la hora de la visita.';

/** Inserts messages of the last weeks, of lengths as people write them, read by everybody but for the last few. */
export async function insertHistories(db: Db, histories: History[]): Promise<void> {
  const filled = histories.filter(({ messages }) => messages > 0);
  const chatIds = filled.map(({ chatId }) => chatId);
  const counts = filled.map(({ messages }) => messages);
  await db.run(sql`
    insert into messages (id, uuid, chat_id, seq, sender_id, type, content, created_at)
    select id, ('bbbbbbbb-0000-7000-8000-' || lpad(to_hex(id), 12, '0'))::uuid, chat_id, seq,
      case when seq / 3 % 2 = 0 then one else other end, 'TEXT',
      'n.º ' || seq || ' ' || left(${words}::text, (10 + seq * 37 % 190)::int), now() - age * interval '41 seconds'
    from (
      select nextval('messages_id_seq') as id, chat_id, one, other, seq, count - seq as age
      from unnest(
        ${chatIds}::bigint[], ${filled.map(({ between }) => between[0])}::bigint[],
        ${filled.map(({ between }) => between[1])}::bigint[], ${counts}::bigint[]
      ) as h (chat_id, one, other, count), generate_series(1, count) as seq
      offset 0
    ) as line`);
  const seen = counts.map((count) => Math.max(0, count - UNREAD));
  await db.run(sql`
    update chats c
    set last_seq = h.count, delivered_seq = h.count, seen_seq = h.seen, last_message_id = m.id, last_message_at = m.created_at
    from unnest(${chatIds}::bigint[], ${counts}::bigint[], ${seen}::bigint[]) as h (chat_id, count, seen)
      join messages m on m.chat_id = h.chat_id and m.seq = h.count
    where c.id = h.chat_id`);
  await db.run(sql`
    update chat_members m set delivered_seq = h.count, seen_seq = h.seen
    from unnest(${chatIds}::bigint[], ${counts}::bigint[], ${seen}::bigint[]) as h (chat_id, count, seen)
    where m.chat_id = h.chat_id`);
}

/** Each member saw so many messages one by one, a minute after the other. */
export async function insertMovements(db: Db, chatId: number, each: number): Promise<void> {
  await db.run(sql`
    insert into mark_advances (chat_id, user_id, kind, from_seq, up_to_seq, at)
    select chat_id, user_id, 'SEEN', seq - 1, seq, now() - (${each} - seq) * interval '1 minute'
    from generate_series(1, ${each}::int) as seq, chat_members
    where chat_id = ${chatId}`);
}

/** As an installation that has had them for long: to index them now would go on beside whatever is measured. */
export async function markIndexed(db: Db): Promise<void> {
  await db.run(sql`
    insert into search_progress (version, indexed_to, built_from, built_to, build_after)
    select ${INDEX_VERSION}, max(id), 0, 0, 0 from messages having max(id) is not null
    on conflict do nothing`);
}

/** The embedded engine looks at its tables once a minute, which is longer than anything is measured. */
export async function forbidStatistics(db: Db): Promise<void> {
  await db.run(sql`
    do $$ declare name text; begin
      for name in select tablename from pg_tables where schemaname = 'public' loop
        execute format('alter table %I set (autovacuum_enabled = false)', name);
      end loop;
    end $$`);
}
