import pg from 'pg';
import { type Applied, migrateWithin, readMigrations } from '../src/db/migrate.ts';
import { chatHash } from '../src/modules/chat/store/chats.queries.ts';
import { hashPassword } from '../src/security/passwords.ts';
import { PASSWORD } from './client.ts';
import { passingRows, plainRows } from './older-rows.ts';

const uuid = (number: number) => `0192a000-0000-7000-8000-${String(number).padStart(12, '0')}`;

export const older = {
  ana: { uuid: uuid(1), email: 'ana@empresa.local' },
  elena: { uuid: uuid(2), email: 'elena@empresa.local' },
  group: uuid(3),
  chat: uuid(4),
  message: { uuid: uuid(5), content: 'de la primera versión ñ 👍' },
  file: uuid(6),
};

type Query = [text: string, values?: unknown[]];

const chatValues = [older.chat, chatHash.group(older.group)];

// Rows that a version with this migration as its last one could have left behind.
const rows: Record<string, () => Promise<Query[]> | Query[]> = {
  '0001-create-people.sql': async () => [
    [
      `insert into users (uuid, email, first_name, last_name, password_hash, is_admin) values
         ($1, $2, 'Ana', 'Ruiz', $5, false), ($3, $4, 'Elena', 'Gil', $5, true),
         ('${uuid(7)}', 'antes@empresa.local', 'Se', 'Fue', $5, false)`,
      [
        older.ana.uuid,
        older.ana.email,
        older.elena.uuid,
        older.elena.email,
        await hashPassword(PASSWORD),
      ],
    ],
    ["update users set deleted_at = now() where email = 'antes@empresa.local'"],
    ['update users set connection_status = $2 where email = $1', [older.ana.email, 'DISCONNECTED']],
    ['update users set connection_status = $2 where email = $1', [older.elena.email, 'ONLINE']],
    [
      `insert into devices (uuid, user_id, identifier_hash, approved_at)
       select '${uuid(8)}', id, '\\x00ff', now() from users where is_admin`,
    ],
    [
      `insert into sessions (user_id, device_id, token_hash)
       select user_id, id, '\\xabcd' from devices`,
    ],
  ],
  '0002-create-organisation.sql': () => [
    [
      `insert into projects (uuid, name, name_key) values ('${uuid(9)}', 'Norte', 'norte');
       insert into offices (uuid, project_id, name, name_key)
       select '${uuid(10)}', id, 'Madrid', 'madrid' from projects;
       insert into groups (uuid, office_id, name, name_key)
       select '${older.group}', id, 'Ventas', 'ventas' from offices;
       insert into group_participants (group_id, user_id)
       select g.id, u.id from groups g, users u where u.uuid = '${older.ana.uuid}';
       insert into group_permissions (group_id, user_id)
       select g.id, u.id from groups g, users u where u.uuid = '${older.ana.uuid}'`,
    ],
  ],
  '0003-create-chats.sql': () => [
    [
      `insert into chats (uuid, kind, hash, group_id, last_seq)
       select $1, 'GROUP', $2, id, 1 from groups where uuid = '${older.group}'`,
      chatValues,
    ],
    [
      `insert into chat_members (chat_id, user_id)
       select c.id, p.user_id from chats c join group_participants p on p.group_id = c.group_id`,
    ],
    [
      `insert into messages (chat_id, seq, uuid, sender_id, reference_id, type, content)
       select c.id, 1, $1, m.user_id, 'de-antes', 'TEXT', $2
       from chats c join chat_members m on m.chat_id = c.id`,
      [older.message.uuid, older.message.content],
    ],
    [
      `update chats set last_message_id = m.id, last_message_at = m.created_at
       from messages m where m.chat_id = chats.id`,
    ],
  ],
  '0005-create-files.sql': () => [
    [
      `insert into files (uuid, message_id, name, media_type, size, width, has_thumbnail)
       select $1, id, 'hoja.pdf', 'application/pdf', 12, null, false from messages`,
      [older.file],
    ],
    [
      `insert into files (uuid, name, media_type, size, width, height, has_thumbnail) values
         (gen_random_uuid(), 'notas.txt', 'image/bmp', 90, 1751347043, 544501349, false),
         (gen_random_uuid(), 'del revés.bmp', 'image/bmp', 90, -5, 7, false),
         (gen_random_uuid(), 'GIF es.txt', 'image/gif', 40, null, null, false),
         (gen_random_uuid(), 'plano.bmp', 'image/bmp', 9000, 80, 30, false),
         (gen_random_uuid(), 'antiguo.bmp', 'image/bmp', 9000, null, null, false),
         (gen_random_uuid(), 'gigante.png', 'image/png', 9000, 60000, 60000, false),
         (gen_random_uuid(), 'foto.png', 'image/png', 9000, 900, 600, true)`,
    ],
  ],
  '0006-create-reactions.sql': () => [
    [
      `insert into reactions (message_id, user_id, emoji, reacted_at)
       select id, sender_id, '👍', now() from messages`,
    ],
  ],
  '0007-create-mentions.sql': () => [
    ['insert into mentions (message_id, user_id) select id, sender_id from messages'],
  ],
  '0008-give-sessions-a-file-key.sql': () => [["update sessions set file_key_hash = '\\x1234'"]],
  '0009-create-audit-events.sql': () => [
    [
      `insert into audit_events (actor_id, action, chat_id)
       select u.id, 'CHAT_READ', c.id from users u, chats c where u.is_admin`,
    ],
  ],
  // Elena has written four messages to Ana, who has seen the first; the third message is deleted.
  '0013-senders-are-members.sql': () => [
    [
      `insert into chats (uuid, kind, hash, group_id, low_user_id, high_user_id, last_seq, deleted_count)
       select '${uuid(11)}', 'DIRECT', 'de-dos', g.id, ana.id, elena.id, 4, 1 from groups g, users ana, users elena
       where ana.uuid = '${older.ana.uuid}' and elena.uuid = '${older.elena.uuid}'`,
    ],
    [
      `insert into chat_members (chat_id, user_id, seen_seq)
       select id, low_user_id, 1 from chats where hash = 'de-dos'
       union all select id, high_user_id, 4 from chats where hash = 'de-dos'`,
    ],
    [
      `insert into messages (chat_id, seq, uuid, sender_id, type, content, deleted_at)
       select id, seq, gen_random_uuid(), high_user_id, 'TEXT', 'Hola', case seq when 3 then now() end
       from chats, generate_series(1, 4) as seq where hash = 'de-dos'`,
    ],
  ],
  // Ana has muted the group for good, and a direct chat until a moment that has passed.
  '0055-mute-chats.sql': () => [
    [
      `update chat_members m set notify_mode = 'mentions' from chats c, users u
       where c.id = m.chat_id and u.id = m.user_id and c.uuid = $1 and u.uuid = $2`,
      [older.chat, older.ana.uuid],
    ],
    [
      `update chat_members set notify_mode = 'none', notify_until = '2026-11-01T08:00:00.123Z'
       where chat_id in (select id from chats where hash = 'de-dos')`,
    ],
  ],
  '0056-keep-working-hours.sql': () => [
    [
      `insert into working_hours (office_id, hours) values
         (null, '{"timezone":"Europe/Madrid", "days":[{"day":1,"from":"09:00","to":"18:00"}],"holidays":["2027-01-06"]}'),
         ((select id from offices), '{"timezone":"Atlantic/Canary","days":[{"day":5,"from":"22:00","to":"06:00"}],"holidays":[]}')`,
    ],
    ['insert into notified_outside_hours (user_id) select id from users where is_admin'],
  ],
  // One waits, one could not be sent.
  '0057-schedule-messages.sql': () => [
    [
      `insert into scheduled_messages
         (uuid, chat_id, sender_id, content, reference_id, mentioned_user_ids, send_at, dropped_at)
       select s.uuid::uuid, c.id, u.id, s.content, s.reference, array[u.id], '2027-05-01T07:00:00Z', s.dropped_at
       from chats c, users u, (values ('${uuid(12)}', 'para mayo ñ 👍', 'mayo', null),
         ('${uuid(13)}', 'ya no', null, timestamptz '2026-11-20T10:00:00Z')) as s (uuid, content, reference, dropped_at)
       where c.uuid = $1 and u.uuid = $2`,
      [older.chat, older.ana.uuid],
    ],
  ],
  '0058-keep-push-subscriptions.sql': () => [
    [
      `insert into push_key (public_key, private_key) values ('punto', 'secreto');
       insert into push_subscriptions (session_id, user_id, endpoint, host, p256dh, auth)
       select id, user_id, 'https://push.example.com/a', 'push.example.com', 'punto', 'secreto' from sessions;
       insert into push_farewells (endpoint, host, p256dh, auth, user_id)
       select 'https://push.example.com/b', host, p256dh, auth, user_id from push_subscriptions`,
    ],
  ],
  '0059-queue-pushes.sql': () => [
    [
      `insert into push_notifications
         (subscription_id, chat_id, waiting, waiting_id, waiting_seq, waiting_since, shown_id, shown_seq)
       select s.id, m.chat_id, 'MESSAGE', m.id, m.seq, now(), m.id, m.seq from push_subscriptions s, messages m
       where m.uuid = $1`,
      [older.message.uuid],
    ],
    [
      `insert into push_progress (chat_id, planned_seq) select id, last_seq from chats;
       insert into push_edits select id, chat_id, array[sender_id], now() from messages where seq = 1;
       insert into push_hours (user_id, is_inside, outside_since) select id, false, now() from users`,
    ],
  ],
  // The session that an older version began says how, and is not known by anything else.
  '0060-restrict-sessions.sql': () => [
    [
      "update sessions set method = 'COMPANY', address = '192.0.2.7', device_name = 'Firefox en Windows'",
    ],
  ],
  '0077-open-chats-with-a-reason.sql': () => [
    [
      `insert into supervisions (chat_id, user_id, reason, expires_at)
       select c.id, u.id, 'por una queja ñ 👍', '2027-05-01T07:00:00Z' from chats c, users u
       where c.uuid = $1 and u.uuid = $2`,
      [older.chat, older.elena.uuid],
    ],
  ],
  '0076-give-supervisors.sql': () => [
    ['update users set supervisor = false where deleted_at is not null'],
  ],
  '0081-hold-chats-and-people.sql': () => [
    ['update groups set retention_days = 0.5'],
    [
      `insert into holds (chat_id, reason, set_by)
       select c.id, 'Requerimiento', u.id from chats c, users u where u.is_admin limit 1`,
    ],
    ['insert into kept_messages (message_id, chat_id) select id, chat_id from messages limit 1'],
  ],
};

/** Adds the rows that this migration made possible. */
async function addOlderRows(client: pg.ClientBase, migration: string): Promise<void> {
  for (const [text, values] of (await rows[migration]?.()) ?? []) await client.query(text, values);
  for (const text of plainRows[migration] ?? []) await client.query(text);
}

const migrations = await readMigrations();

export const upTo = (name: string): Applied[] =>
  migrations.filter((migration) => migration.name <= name);

/** Adds the data of a version with this migration as its last one to the data of the version before. */
export async function goOnTo(client: pg.ClientBase, name: string): Promise<void> {
  await migrateWithin(client, upTo(name));
  await addOlderRows(client, name);
}

const tablesSql = `
  select relname as name from pg_class
  where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') and not relispartition
  order by relname`;

/** Makes data of this version with a row in every table, none of which a server would have to make. */
export async function fillEveryTable(client: pg.ClientBase): Promise<void> {
  for (const { name } of migrations) await goOnTo(client, name);
  for (const text of passingRows) await client.query(text);
}

/** The tables without a row: a new table needs one in `older-data.ts` or `older-rows.ts`. */
export async function findEmptyTables(client: pg.ClientBase): Promise<string[]> {
  const { rows: tables } = await client.query<{ name: string }>(tablesSql);
  const empty: string[] = [];
  for (const { name } of tables) {
    const { rowCount } = await client.query(`select from ${pg.escapeIdentifier(name)} limit 1`);
    if (rowCount === 0) empty.push(name);
  }
  return empty;
}
