import { type Db, sql } from '../src/db/database.ts';
import { recountDirectUnread } from '../src/modules/chat/store/direct-unread.ts';

/** The people of the group. */
export const PEOPLE = 300;
const GROUPS = 1_000;
const OUTSIDERS = 300;
export const EVERYBODY = PEOPLE + OUTSIDERS;
const LAST = `persona-${String(PEOPLE).padStart(4, '0')}@empresa.local`;
/** Messages of the long chat. */
export const LONG = 20_000;
/** The deleted messages of the long chat, counted from the newest. */
export const DELETED = { from: 1_200, to: 1_300 };
const READINGS = 2_000;

interface Long {
  groupUuid: string;
  chatUuid: string;
  /** The person with a direct chat with everybody. */
  sociable: string;
}

/**
 * A company in which one group chat has nearly all messages: three hundred people in its group, thousands of direct
 * chats of two messages each, and rows of every kind that belong to people, chats and messages. As after an import, the
 * planner has no statistics.
 */
export async function fillCompany(db: Db, { groupUuid, chatUuid, sociable }: Long): Promise<void> {
  await fillPeople(db, groupUuid);
  await fillDirectChats(db, groupUuid, sociable);
  await fillMessages(db, chatUuid);
  await fillWhatHangsOnMessages(db, chatUuid);
  await db.run(sql`
    insert into audit_events (happened_at, actor_id, action, chat_id)
    select now() - n * interval '1 hour', a.id, 'CHAT_READ', c.id
    from generate_series(1, ${READINGS}) as n
      join (select id, row_number() over (order by id) as at from chats where kind <> 'PERSONAL') c on c.at = n
      cross join (select min(id) as id from users where is_admin) a`);
  const people = await db.many<{ id: number }>(sql`select id from users`);
  await recountDirectUnread(
    db,
    people.map(({ id }) => id),
  );
}

async function fillPeople(db: Db, groupUuid: string): Promise<void> {
  await db.run(sql`
    insert into groups (uuid, name, name_key)
    select gen_random_uuid(), 'Grupo ' || n, 'grupo ' || n from generate_series(1, ${GROUPS}) as n`);
  await db.run(sql`
    insert into chats (uuid, kind, hash, group_id)
    select gen_random_uuid(), 'GROUP', 'grupo-' || id, id from groups where name like 'Grupo %'`);
  await db.run(sql`
    insert into users (uuid, email, first_name, last_name, password_hash)
    select gen_random_uuid(), 'persona-' || lpad(n::text, 4, '0') || '@empresa.local', 'Persona', 'De muchas', ''
    from generate_series(1, ${PEOPLE + OUTSIDERS}) as n`);
  await db.run(sql`
    insert into user_connections (user_id, status)
    select id, 'DISCONNECTED' from users where email like 'persona-%'`);
  const theirs = sql`from users u, groups g where u.email between 'persona-' and ${LAST} and g.uuid = ${groupUuid}`;
  await db.run(sql`
    insert into group_participants (group_id, user_id)
    select g.id, u.id ${theirs}
    union all
    select g.id, u.id from users u, groups g where u.email like 'persona-%' and g.name = 'GENERAL'`);
  await db.run(sql`
    update groups set participants_count = participants_count + ${PEOPLE} where uuid = ${groupUuid}`);
  await db.run(sql`
    insert into chat_members (chat_id, user_id)
    select c.id, u.id from chats c, users u, groups g
    where u.email between 'persona-' and ${LAST} and g.uuid = ${groupUuid} and c.group_id = g.id and c.kind = 'GROUP'`);
  await db.run(sql`
    insert into devices (uuid, user_id, identifier_hash, approved_at)
    select gen_random_uuid(), id, sha256(email::bytea), now() from users where email like 'persona-%'`);
  await db.run(sql`
    insert into sessions (user_id, device_id, token_hash, file_key_hash)
    select user_id, id, sha256(identifier_hash), sha256(sha256(identifier_hash))
    from devices where user_id in (select id from users where email like 'persona-%')`);
}

/** The sociable person with everybody, and enough pairs of others to make two thousand. */
async function fillDirectChats(db: Db, groupUuid: string, sociable: string): Promise<void> {
  await db.run(sql`
    with people as (
      select id, row_number() over (order by id) as at from users where email between 'persona-' and ${LAST}
    ), pairs as (
      select me.id as one, p.id as other from users me, people p where me.uuid = ${sociable}
      union all
      select one.id, other.id
      from people one join people other on other.at > one.at and other.at <= one.at + 6
    )
    insert into chats (uuid, kind, hash, group_id, low_user_id, high_user_id, last_seq)
    select gen_random_uuid(), 'DIRECT', 'directo-' || one || '-' || other, g.id, least(one, other), greatest(one, other), 2
    from pairs, groups g where g.uuid = ${groupUuid}`);
  await db.run(sql`
    insert into chats (uuid, kind, hash, group_id, low_user_id, high_user_id, last_seq)
    select gen_random_uuid(), 'DIRECT', 'directo-general-' || one.id, g.id, one.id, other.id, 2
    from users one join users other on other.id = one.id + 1, groups g
    where one.email like 'persona-%' and g.name = 'GENERAL'`);
  await db.run(sql`
    insert into chat_members (chat_id, user_id)
    select id, unnest(array[low_user_id, high_user_id]) from chats where hash like 'directo-%'`);
  await db.run(sql`
    insert into messages (chat_id, seq, uuid, sender_id, type, content, created_at)
    select c.id, seq, gen_random_uuid(), case when seq = 1 then c.low_user_id else c.high_user_id end, 'TEXT', 'Entre dos',
      now() - c.id * interval '5 minutes'
    from chats c, generate_series(1, 2) as seq where c.hash like 'directo-%'`);
}

/** The long chat, in which its first members wrote the beginning; then every chat points to its last message. */
async function fillMessages(db: Db, chatUuid: string): Promise<void> {
  await db.run(sql`
    insert into messages (chat_id, seq, uuid, sender_id, reference_id, type, content, created_at, reply_to_id, deleted_at)
    select c.id, seq, gen_random_uuid(), sender.user_id, 'larga-' || seq, case when seq % 20 = 0 then 'FILE' else 'TEXT' end,
      'Dicho por muchos en la conversación más larga', now() - (${LONG} - seq) * interval '1 minute',
      case when seq % 10 = 0 then currval('messages_id_seq') - 5 end,
      case when ${LONG} - seq between ${DELETED.from} and ${DELETED.to - 1} then now() end
    from chats c, generate_series(1, ${LONG}) as seq,
      (select min(m.user_id) as user_id from chat_members m join chats on chats.id = m.chat_id and chats.uuid = ${chatUuid}) sender
    where c.uuid = ${chatUuid}`);
  await db.run(sql`
    update chats set last_seq = ${LONG}, delivered_seq = ${LONG - 500}, seen_seq = ${LONG - 1000}, deleted_count = ${DELETED.to - DELETED.from} where uuid = ${chatUuid}`);
  await db.run(sql`
    update chats c set last_message_id = m.id, last_message_at = m.created_at
    from messages m where m.chat_id = c.id and m.seq = c.last_seq`);
  await db.run(sql`
    update chat_members m set delivered_seq = ${LONG - 500}, seen_seq = ${LONG - 1000}
    from chats c where c.id = m.chat_id and c.uuid = ${chatUuid}`);
}

async function fillWhatHangsOnMessages(db: Db, chatUuid: string): Promise<void> {
  const long = sql`messages m join chats c on c.id = m.chat_id and c.uuid = ${chatUuid}`;
  await db.run(sql`
    insert into files (uuid, message_id, name, media_type, size)
    select gen_random_uuid(), m.id, 'informe.pdf', 'application/pdf', 1000 from ${long} where m.type = 'FILE'`);
  await db.run(sql`
    insert into reactions (message_id, user_id, emoji, reacted_at)
    select m.id, m.sender_id, '👍', now() from ${long} where m.seq % 10 = 0`);
  await db.run(sql`
    insert into mentions (message_id, user_id)
    select m.id, m.sender_id from ${long} where m.seq % 10 = 0`);
}
