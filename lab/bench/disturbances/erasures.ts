import { addGroupParticipants, listGroups } from '@chat/contract/groups';
import { eraseUser } from '@chat/contract/holds';
import { deleteUser } from '@chat/contract/users';
import { type Database, sql } from '../../../packages/server/src/db/database.ts';
import { groupChatOf, usersOf } from '../../../packages/server/test/cast.ts';
import { required } from '../../support/helpers.ts';
import { type Engine, openEmbeddedEngine, startServerEngine } from '../support/engines.ts';
import type { Row } from './by-turns.ts';
import { onGround } from './ground.ts';
import { indexAlike } from './index-alike.queries.ts';
import { measureOtherUsers, otherUserBounds, type Stage, setStage } from './stage.ts';

/** How many messages a person of each kind has. */
const MESSAGES = { few: 2_000, many: 20_000, plenty: 100_000 };
type Kind = keyof typeof MESSAGES;

/** People of each kind, enough for three attempts. */
const PEOPLE = { few: 9, many: 9, plenty: 3 };

/** Whoever has plenty is gone by then. */
const MAX_SECONDS = 60;

const emailOf = (kind: Kind, nth: number) => `${kind}${nth}@empresa.local`;
const textOf = (seq: string) => `Presupuesto número ${seq} de la obra`;

/** One group, in whose chat all of them have written, by turns with the others. */
async function fillChat(db: Database, kinds: Kind[]): Promise<void> {
  const people = kinds.flatMap((kind) =>
    Array.from({ length: PEOPLE[kind] }, (_, nth) => ({
      email: emailOf(kind, nth),
      messages: MESSAGES[kind],
    })),
  );
  const emails = people.map(({ email }) => email);
  const counts = people.map(({ messages }) => messages);
  const all = counts.reduce((sum, count) => sum + count);
  await db.run(sql`
    insert into groups (uuid, name, name_key) values (gen_random_uuid(), 'Obra', 'obra')`);
  await db.run(sql`
    insert into chats (uuid, kind, hash, group_id, last_seq, last_message_at)
    select gen_random_uuid(), 'GROUP', 'obra', id, ${all}, now() from groups where name = 'Obra'`);
  await db.run(sql`
    insert into users (uuid, email, first_name, last_name)
    select gen_random_uuid(), email, 'Zoraida', 'Quintanilla' from unnest(${emails}::text[]) as email`);
  await db.run(sql`
    insert into chat_members (chat_id, user_id, left_at)
    select c.id, u.id, now() from chats c, users u where c.hash = 'obra' and u.email = any(${emails}::text[])`);
  await db.run(sql`
    insert into messages (chat_id, seq, uuid, sender_id, type, content, created_at)
    select chat_id, n, gen_random_uuid(), sender_id, 'TEXT', replace(${textOf('SEQ')}, 'SEQ', n::text),
      now() - make_interval(secs => ${all} - n)
    from (
      select c.id as chat_id, u.id as sender_id, row_number() over (order by share, u.id) as n
      from unnest(${emails}::text[], ${counts}::int[]) as p (email, count)
        join users u on u.email = p.email
        join chats c on c.hash = 'obra',
        lateral (select nth / count::float8 as share from generate_series(1, count) as nth) s
    ) as written order by n`);
  await db.run(sql`
    update chats c set last_message_id = m.id from messages m where m.chat_id = c.id and m.seq = c.last_seq`);
  await indexAlike(db, textOf);
  // A chat that has grown day by day was analysed meanwhile, and not in the midst of an erasure.
  await db.run(sql`vacuum (analyze)`);
}

interface ErasureStage extends Stage {
  /** How many of each kind are gone. */
  erased: Record<Kind, number>;
}

/** Ana and Bruno go on in the chat whose messages go. */
async function setErasureStage(engine: Engine, kinds: Kind[]): Promise<ErasureStage> {
  const { databaseUrl } = await engine.newDatabase();
  const fill = (db: Database) => fillChat(db, kinds);
  const stage = await setStage({ databaseUrl, people: 2, fill });
  const { elena, ana } = stage;
  const users = await usersOf(elena);
  const groups = (await elena.call(listGroups, {})).content;
  const group = required(
    groups.find(({ name }) => name === 'Obra'),
    'group',
  );
  const userIds = users.filter(({ email }) => email.startsWith('persona-')).map(({ uuid }) => uuid);
  const params = { groupId: group.uuid };
  await elena.call(addGroupParticipants, { params, body: { userIds } });
  const stop = () => stage.stop().finally(() => engine.stop());
  const erased = { few: 0, many: 0, plenty: 0 };
  return { ...stage, chatId: await groupChatOf(ana, group), erased, stop };
}

/** Deletes the next person of that kind, then erases them; gives the ms that the erasure takes. */
async function timeOfErasure({ elena, erased }: ErasureStage, kind: Kind): Promise<number> {
  const email = emailOf(kind, erased[kind]++);
  const { uuid } = required(
    (await usersOf(elena)).find((user) => user.email === email),
    'person',
  );
  const params = { userId: uuid };
  await elena.call(deleteUser, { params });
  const begun = performance.now();
  const { status } = await elena.call(eraseUser, { params, body: { email, messages: true } });
  if (status !== 200) throw new Error(`An erasure was refused (${status})`);
  return performance.now() - begun;
}

const timeOfThousand = async (stage: ErasureStage, kind: Kind) =>
  ((await timeOfErasure(stage, kind)) * 1_000) / MESSAGES[kind];

/** Each message of many is no dearer than of few, who share what an erasure costs once. */
const erasure = { unit: 'ms for 1,000 messages', ratioAtMost: 1 };

const turns: Pick<Row<ErasureStage>, 'figures' | 'quiet' | 'disturbed'> = {
  figures: { ...otherUserBounds, erasure },
  async quiet(stage) {
    const otherUsers = await measureOtherUsers(stage);
    return { ...otherUsers, erasure: await timeOfThousand(stage, 'few') };
  },
  async disturbed(stage) {
    let time = Number.NaN;
    const otherUsers = await measureOtherUsers(stage, async () => {
      time = await timeOfThousand(stage, 'many');
    });
    return { ...otherUsers, erasure: time };
  },
};

/** A person who wrote for years is gone within the minute, and other users hardly feel it. */
const turnsOfPlenty: typeof turns & { pairs: number } = {
  pairs: 1,
  figures: {
    'p95 of sends': { ...otherUserBounds['p95 of sends'], ratioAtMost: 2 },
    erasure: { unit: 's', ratioAtMost: 1 },
  },
  async quiet(stage) {
    return { ...(await measureOtherUsers(stage)), erasure: MAX_SECONDS };
  },
  async disturbed(stage) {
    let time = Number.NaN;
    const otherUsers = await measureOtherUsers(stage, async () => {
      time = (await timeOfErasure(stage, 'plenty')) / 1_000;
    });
    return { ...otherUsers, erasure: time };
  },
};

export const erasures = [
  onGround(
    async () => setErasureStage(await startServerEngine(), ['few', 'many']),
    [{ name: 'a person with 20,000 messages is erased on PostgreSQL', ...turns }],
  ),
  onGround(
    () => setErasureStage(openEmbeddedEngine(), ['few', 'many']),
    [{ name: 'a person with 20,000 messages is erased on the embedded engine', ...turns }],
  ),
  onGround(
    async () => setErasureStage(await startServerEngine(), ['plenty']),
    [{ name: 'a person with 100,000 messages is erased on PostgreSQL', ...turnsOfPlenty }],
  ),
  onGround(
    () => setErasureStage(openEmbeddedEngine(), ['plenty']),
    [{ name: 'a person with 100,000 messages is erased on the embedded engine', ...turnsOfPlenty }],
  ),
];
