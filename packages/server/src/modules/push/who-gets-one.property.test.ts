import { required } from '@chat/contract/checks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../../test/build-app.ts';
import { defaultTiming } from '../../config/timing.ts';
import { sql } from '../../db/database.ts';
import type { HoursStatus } from '../working-hours/context.ts';
import { createPlanner } from './planner.ts';

const DRAWS = Number(process.env.PUSH_DRAWS ?? 400);
/** Draws that one round of the planner answers. */
const CHATS = 20;
const PEOPLE = 12;
const LONG = { timeout: 600_000 };

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ push: { isOn: false, showsContent: true, allowsPrivate: false } });
});
afterAll(() => app.close());

// A generator of our own, so that a draw that differs can be drawn again by its seed.
function drawing(seed: number) {
  let state = seed;
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  return {
    chance: (of: number) => next() < of,
    oneOf: <T>(all: readonly T[]): T => required(all[Math.floor(next() * all.length)], 'draw'),
  };
}

type Look = 'none' | 'visible' | 'hidden before' | 'hidden since' | 'shown since' | 'lost since';

/** A person of one chat as drawn. */
interface Drawn {
  userId: number;
  browsers: number;
  isMember: boolean;
  joinedLate: boolean;
  isBlocked: boolean;
  mode: 'all' | 'mentions' | 'none';
  muteIsOver: boolean;
  isMentioned: boolean;
  isAnswered: boolean;
  hasSeen: boolean;
  looks: Look[];
  inside: boolean;
  outsideHours: boolean;
}

interface DrawnChat {
  chatId: number;
  kind: 'GROUP' | 'DIRECT' | 'PERSONAL';
  isDeleted: boolean;
  people: Drawn[];
}

// Where a page was lost since, its loss is followed apart (rules/push 9).
const isLooking = (look: Look) =>
  look === 'visible' || look === 'hidden since' || look === 'lost since';

const isReached = ({ inside, outsideHours }: Drawn) => inside || outsideHours;

/** The rules in plain words (rules/push 6): whom the message of a chat is pushed to, if their hours allow it. */
function isMeant({ kind, isDeleted }: DrawnChat, person: Drawn): boolean {
  if (kind === 'PERSONAL' || isDeleted || person.browsers === 0) return false;
  if (!person.isMember || person.joinedLate || person.isBlocked || person.hasSeen) return false;
  if (person.looks.some(isLooking)) return false;
  if (person.mode === 'all' || person.muteIsOver) return true;
  if (person.mode === 'none' || kind === 'DIRECT') return false;
  return person.isMentioned || person.isAnswered;
}

const INTERVALS: Record<
  Exclude<Look, 'none'>,
  [since: number, until: number | null, isLost: boolean]
> = {
  visible: [-60, null, false],
  'hidden before': [-60, -1, false],
  'hidden since': [-60, 1, false],
  'shown since': [1, null, false],
  'lost since': [-60, 1, true],
};

async function draw(seed: number, round: number): Promise<DrawnChat[]> {
  const { chance, oneOf } = drawing(seed);
  const chats: DrawnChat[] = [];
  for (let nth = 0; nth < CHATS; nth++) {
    const kind = oneOf(['GROUP', 'GROUP', 'DIRECT', 'PERSONAL'] as const);
    chats.push({
      chatId: 1_000_000 + round * CHATS + nth,
      kind,
      isDeleted: chance(0.1),
      people: Array.from({ length: PEOPLE }, (_, n) => ({
        userId: 2_000_000 + (round * CHATS + nth) * 100 + n,
        browsers: oneOf([0, 1, 1, 1, 2]),
        isMember: chance(0.9),
        joinedLate: chance(0.05),
        isBlocked: chance(0.1),
        mode: oneOf(['all', 'all', 'mentions', 'none'] as const),
        muteIsOver: chance(0.2),
        isMentioned: chance(0.3),
        isAnswered: n === 0 && chance(0.5),
        hasSeen: chance(0.1),
        looks: chance(0.5)
          ? []
          : [
              oneOf([
                'visible',
                'hidden before',
                'hidden since',
                'shown since',
                'lost since',
              ] as const),
              oneOf(['none', 'hidden before', 'visible'] as const),
            ],
        inside: chance(0.7),
        outsideHours: chance(0.2),
      })),
    });
  }
  await store(chats);
  return chats;
}

/** Stores all of it as rows; the sender of each message is one more person. */
async function store(chats: DrawnChat[]): Promise<void> {
  const { db } = app.ctx;
  const everybody = chats.flatMap((chat) => chat.people.map((person) => ({ ...person, chat })));
  const senders = chats.map(({ chatId }) => chatId + 900_000_000);
  const ids = [...everybody.map(({ userId }) => userId), ...senders];
  await db.run(sql`insert into users (id, uuid, email, first_name, last_name, password_hash, blocked_at)
    overriding system value select id, gen_random_uuid(), 'p' || id || '@e.es', 'P', 'P', 'x', case when is_blocked then now() end
    from unnest(${ids}::bigint[], ${[...everybody.map(({ isBlocked }) => isBlocked), ...senders.map(() => false)]}::boolean[]) as u (id, is_blocked)`);
  await db.run(sql`insert into groups (id, uuid, name, name_key) overriding system value
    select id, gen_random_uuid(), 'g' || id, 'g' || id from unnest(${chats.map(({ chatId }) => chatId)}::bigint[]) as id`);
  await db.run(sql`insert into chats (id, uuid, kind, hash, group_id, last_seq, last_message_at) overriding system value
    select id, gen_random_uuid(), kind, 'h' || id, case when kind <> 'PERSONAL' then id end, 2, now()
    from unnest(${chats.map(({ chatId }) => chatId)}::bigint[], ${chats.map(({ kind }) => kind)}::text[]) as c (id, kind)`);
  await db.run(sql`insert into chat_members (chat_id, user_id, seen_seq, joined_seq, left_at, notify_mode, notify_until)
    select chat_id, user_id, case when seen then 2 else 0 end, case when late then 2 else 0 end,
      case when not member then now() end, mode, case when is_over then now() - interval '1 hour' end
    from unnest(${everybody.map(({ chat }) => chat.chatId)}::bigint[], ${everybody.map(({ userId }) => userId)}::bigint[],
      ${everybody.map(({ hasSeen }) => hasSeen)}::boolean[], ${everybody.map(({ joinedLate }) => joinedLate)}::boolean[],
      ${everybody.map(({ isMember }) => isMember)}::boolean[], ${everybody.map(({ mode }) => mode)}::text[],
      ${everybody.map(({ muteIsOver }) => muteIsOver)}::boolean[]) as m (chat_id, user_id, seen, late, member, mode, is_over)`);
  await db.run(
    sql`insert into chat_members (chat_id, user_id) select id, id + 900000000 from unnest(${chats.map(({ chatId }) => chatId)}::bigint[]) as id`,
  );
  const answered = chats.map(
    ({ people, chatId }) =>
      people.find(({ isAnswered }) => isAnswered)?.userId ?? chatId + 900_000_000,
  );
  await db.run(sql`insert into messages (id, chat_id, seq, uuid, sender_id, type, content, created_at)
    select id * 10, id, 1, gen_random_uuid(), asked, 'TEXT', 'antes', now() - interval '10 minutes'
    from unnest(${chats.map(({ chatId }) => chatId)}::bigint[], ${answered}::bigint[]) as m (id, asked)`);
  await db.run(sql`insert into messages (id, chat_id, seq, uuid, sender_id, type, content, reply_to_id, created_at, deleted_at)
    select id * 10 + 1, id, 2, gen_random_uuid(), id + 900000000, 'TEXT', 'hola', case when answers then id * 10 end, now(), case when deleted then now() end
    from unnest(${chats.map(({ chatId }) => chatId)}::bigint[], ${chats.map(({ isDeleted }) => isDeleted)}::boolean[],
      ${chats.map(({ people }) => people.some(({ isAnswered }) => isAnswered))}::boolean[]) as m (id, deleted, answers)`);
  const mentioned = everybody.filter(({ isMentioned }) => isMentioned);
  await db.run(sql`insert into mentions (message_id, user_id) select chat_id * 10 + 1, user_id
    from unnest(${mentioned.map(({ chat }) => chat.chatId)}::bigint[], ${mentioned.map(({ userId }) => userId)}::bigint[]) as m (chat_id, user_id)`);
  const browsers = everybody.flatMap(({ userId, browsers }) =>
    Array.from({ length: browsers }, () => userId),
  );
  await db.run(sql`insert into devices (uuid, user_id, identifier_hash, approved_at) select gen_random_uuid(), id, sha256(id::text::bytea), now()
    from unnest(${[...new Set(browsers)]}::bigint[]) as id`);
  await db.run(sql`with opened as (
      insert into sessions (user_id, device_id, token_hash)
      select b.id, d.id, sha256((b.id || ' ' || b.nth)::bytea)
      from unnest(${browsers}::bigint[]) with ordinality as b (id, nth) join devices d on d.user_id = b.id
      returning id, user_id)
    insert into push_subscriptions (session_id, user_id, endpoint, host, p256dh, auth, created_at)
    select id, user_id, 'https://push.example.com/' || id, 'push.example.com', 'x', 'x', now() - interval '1 hour' from opened`);
  const looks = everybody.flatMap(({ userId, looks }) =>
    looks.flatMap((look) => (look === 'none' ? [] : [{ userId, look: INTERVALS[look] }])),
  );
  await db.run(sql`insert into visible_pages (process_uuid, user_id, since, until, is_lost)
    select gen_random_uuid(), user_id, m.created_at + since * interval '1 second', m.created_at + until * interval '1 second', lost
    from unnest(${looks.map(({ userId }) => userId)}::bigint[], ${looks.map(({ look }) => look[0])}::float8[],
      ${looks.map(({ look }) => look[1])}::float8[], ${looks.map(({ look }) => look[2])}::boolean[]) as l (user_id, since, until, lost)
      join chat_members cm using (user_id) join messages m on m.chat_id = cm.chat_id and m.seq = 2`);
}

test(
  'whom a message is pushed to, and from whom hours withhold it, is what the rules say, whatever is drawn',
  LONG,
  async () => {
    const { db, log } = app.ctx;
    for (let round = 0; round * CHATS < DRAWS; round++) {
      const chats = await draw(20_261_127 + round, round);
      const hours = new Map<number, HoursStatus>(
        chats.flatMap(({ people }) =>
          people.map(
            ({ userId, inside, outsideHours }) =>
              [userId, { inside, outsideHours, until: null }] as const,
          ),
        ),
      );
      const planner = createPlanner({
        db,
        log,
        workingHours: { statusOf: async () => hours },
        visiblePages: () => ({
          findLost: async () => [],
          noteFollowed: async () => {},
          recoverOrphans: async () => false,
        }),
        isWanted: () => true,
        timing: defaultTiming,
        onQueued: () => {},
      });
      await planner.recoverUnplanned();
      await planner.close();
      const queued = await db.many<{ userId: number; count: number }>(sql`
      select s.user_id, count(*) as count
      from push_notifications n join push_subscriptions s on s.id = n.subscription_id
      where n.chat_id = any(${chats.map(({ chatId }) => chatId)}::bigint[]) group by s.user_id order by s.user_id`);
      const meant = chats.flatMap((chat) => chat.people.filter((person) => isMeant(chat, person)));
      const expected = meant.filter(isReached);
      expect(queued, `round ${round}`).toEqual(
        expected.map(({ userId, browsers }) => ({ userId, count: browsers })),
      );
      const withheld = await db.many<{ userId: number; seqs: string }>(sql`
      select user_id, seqs::text from push_withheld
      where chat_id = any(${chats.map(({ chatId }) => chatId)}::bigint[]) order by user_id`);
      expect(withheld, `round ${round}`).toEqual(
        meant
          .filter((person) => !isReached(person))
          .map(({ userId }) => ({ userId, seqs: '{[2,3)}' })),
      );
    }
  },
);
