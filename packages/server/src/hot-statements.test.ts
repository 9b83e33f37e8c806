import { listAuditEvents } from '@chat/contract/audit/audit.routes';
import {
  getChat,
  getDirectChat,
  listChatParticipants,
  listChats,
  listGroupChats,
} from '@chat/contract/chats/chats.routes';
import { listDevices } from '@chat/contract/devices/devices.routes';
import { listOwnGroups } from '@chat/contract/groups/groups.routes';
import {
  deleteMessage,
  listMessages,
  replyToMessage,
} from '@chat/contract/messages/messages.routes';
import { reactToMessage } from '@chat/contract/reactions/reactions.routes';
import { firstOf, required } from '@chat/contract/shared/required';
import { listUsers, searchUsers } from '@chat/contract/users/users.routes';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../test/build-app.ts';
import { DELETED, EVERYBODY, fillCompany, LONG, PEOPLE } from '../test/busy-company.ts';
import { type Cast, directChatOf, gatherCast, sendText } from '../test/cast.ts';
import type { Client } from '../test/client.ts';
import { fetchFile } from '../test/files.ts';
import { noteStatements, planKinds, rowsHandled, withoutStatistics } from '../test/plans.ts';
import type { LiveClient } from '../test/socket-client.ts';
import { type Sql, sql } from './db/database.ts';
import { removeMessagesBefore } from './modules/chat/retention/retention.actions.ts';

const MINUTE_MS = 60_000;

let app: TestApp;
let cast: Cast;
let live: LiveClient;
/** Signed in, and not yet heard of since. */
let unknown: Client;
let small: string;
let file: string;
/** Of the long chat, by their numbers. */
let messages: Map<number, string>;
beforeAll(async () => {
  app = await startApp();
  cast = await gatherCast(app);
  await app.ctx.indexer.close();
  const { ana, bruno, ventas, ventasChat } = cast;
  small = await directChatOf(ana, bruno, ventas);
  for (const text of ['uno', 'dos', 'tres']) await sendText(ana, small, text);
  await app.ctx.db.transaction((tx) =>
    fillCompany(tx, { groupUuid: ventas.uuid, chatUuid: ventasChat, sociable: ana.uuid }),
  );
  const stored = await app.ctx.db.many<{ seq: number; uuid: string; fileUuid: string | null }>(sql`
    select m.seq, m.uuid, f.uuid as file_uuid
    from messages m join chats c on c.id = m.chat_id and c.uuid = ${ventasChat}
      left join files f on f.message_id = m.id`);
  messages = new Map(stored.map(({ seq, uuid }) => [seq, uuid]));
  file = firstOf(stored.flatMap(({ fileUuid }) => fileUuid ?? []));
  live = await bruno.connect();
  unknown = await app.signIn('ana');
});
afterAll(async () => {
  live.close();
  await app.close();
});

const at = (seq: number) => required(messages.get(seq), 'message');
const read = (query: Record<string, string>, chatId = cast.ventasChat) =>
  cast.ana.call(listMessages, { params: { chatId }, query });

// What is gathered or asked by the clock may fall into any call; receipts are looked at by themselves.
const RECEIPTS = /least_marks|with raised|as mark \(/;
const BY_THE_CLOCK =
  /least_marks|with raised|as mark \(|\bexcept\b|\bprocesses\b|last_used_at [<=]|pg_(?!postmaster)/;

interface Hot {
  name: string;
  /** How many rows it gives, or must look at. */
  rows: number;
  of?: RegExp;
  act: () => Promise<unknown>;
}

/** What is kept of the first is asked after. */
const twice = async (act: () => Promise<unknown>) => {
  await act();
  await act();
};

const pages: Hot[] = [
  { name: 'the newest page', rows: 50, act: () => twice(() => read({})) },
  { name: 'the newest page of a small chat', rows: 3, act: () => read({}, small) },
  { name: 'the second page', rows: 50, act: () => read({ page: '2' }) },
  { name: 'the 300th page, behind deleted messages', rows: 100, act: () => read({ page: '300' }) },
  {
    name: 'a page with deleted messages in it',
    rows: 150,
    act: () => read({ page: String(DELETED.from / 50 + 1) }),
  },
  { name: 'before a message', rows: 50, act: () => read({ before: at(LONG - 5_000) }) },
  { name: 'after a message', rows: 50, act: () => read({ after: at(LONG - 5_000) }) },
  { name: 'around a message', rows: 50, act: () => read({ around: at(LONG - 5_000) }) },
  {
    name: 'around a deleted message',
    rows: 150,
    act: () => read({ around: at(LONG - DELETED.from - 50) }),
  },
  { name: 'around a number at the beginning', rows: 25, act: () => read({ aroundSeq: '1' }) },
  { name: 'around a number in the middle', rows: 50, act: () => read({ aroundSeq: '9000' }) },
  {
    name: 'a page that an administrator reads',
    rows: 50,
    act: () => cast.elena.call(listMessages, { params: { chatId: cast.ventasChat } }),
  },
];

const lists: Hot[] = [
  {
    name: 'a chat list, with chats in another group',
    rows: PEOPLE,
    act: () =>
      twice(() => cast.ana.call(listGroupChats, { params: { groupId: cast.ventas.uuid } })),
  },
  {
    name: 'a chat list of people who have not written',
    rows: PEOPLE,
    act: () => cast.bruno.call(listGroupChats, { params: { groupId: cast.ventas.uuid } }),
  },
  { name: 'the groups with unread', rows: 2, act: () => cast.ana.call(listOwnGroups, {}) },
  {
    // Of a group chat the first three of its people are shown.
    name: 'the monitoring list',
    rows: 50 + PEOPLE,
    act: () => cast.elena.call(listChats, {}),
  },
  {
    name: 'the second page of the monitoring list',
    rows: 100 + PEOPLE,
    act: () => cast.elena.call(listChats, { query: { page: '2', size: '50' } }),
  },
  {
    name: 'the monitoring list of whom is looked for',
    rows: EVERYBODY,
    act: () => cast.elena.call(listChats, { query: { search: 'persona-0007' } }),
  },
  { name: 'all users', rows: EVERYBODY, act: () => cast.elena.call(listUsers, {}) },
  {
    name: 'a page of the users',
    rows: EVERYBODY,
    act: () => cast.elena.call(listUsers, { query: { page: '1' } }),
  },
  {
    name: 'users by e-mail',
    rows: EVERYBODY,
    act: () => cast.elena.call(searchUsers, { query: { email: 'persona-0007' } }),
  },
  { name: 'all devices', rows: EVERYBODY, act: () => cast.elena.call(listDevices, {}) },
  {
    name: 'devices by e-mail',
    rows: EVERYBODY,
    act: () => cast.elena.call(listDevices, { query: { search: 'persona-0007' } }),
  },
  {
    // Those named in it are found among everybody.
    name: 'the newest of the audit',
    rows: EVERYBODY,
    act: () => cast.elena.call(listAuditEvents, {}),
  },
];

const react = (seq: number) =>
  cast.bruno.call(reactToMessage, { params: { messageId: at(seq) }, body: { emoji: '👍' } });
const reply = (seq: number) =>
  cast.bruno.call(replyToMessage, {
    params: { messageId: at(seq) },
    body: { content: 'Hola, Ana', referenceId: `respuesta-${seq}` },
  });
const several = (count: number) =>
  Array.from({ length: count }, (_, n) =>
    sendText(n % 2 ? cast.ana : cast.bruno, n % 3 ? small : cast.ventasChat, 'Hola'),
  );

const rest: Hot[] = [
  {
    name: 'a session that is not remembered',
    rows: 2,
    of: /from sessions s/,
    act: () => unknown.call(getChat, { params: { chatId: small } }),
  },
  { name: 'signing in', rows: 1, act: () => app.signIn('ana') },
  {
    name: 'a chat',
    rows: 2,
    act: () => cast.ana.call(getChat, { params: { chatId: small } }),
  },
  {
    name: 'a direct chat of a person',
    rows: 2,
    act: () =>
      cast.ana.call(getDirectChat, {
        params: { userId: cast.bruno.uuid, groupId: cast.ventas.uuid },
      }),
  },
  {
    name: 'the participants of a chat',
    rows: 2,
    act: () => cast.ana.call(listChatParticipants, { params: { chatId: small } }),
  },
  { name: 'a file', rows: 1, act: () => fetchFile(cast.ana, `/api/files/${file}`) },
  {
    name: 'a message to the long chat',
    rows: 1,
    act: () => sendText(cast.ana, cast.ventasChat, 'Hola'),
  },
  { name: 'a message to a small chat', rows: 1, act: () => sendText(cast.ana, small, 'Hola') },
  {
    name: 'a message that is repeated',
    rows: 1,
    act: () => sendText(cast.ana, cast.ventasChat, 'Hola', 'larga-9000'),
  },
  {
    // Each of the two has by writing seen what the other one wrote, and what was there before.
    name: 'messages sent together',
    rows: PEOPLE,
    act: async () => {
      await Promise.all(several(32));
      // The server gathers this mark with those of the writers, and tells the authors of both.
      await live.emit('seen', { chatId: small });
    },
  },
  { name: 'an answer', rows: 1, act: () => reply(LONG - 5) },
  { name: 'a reaction', rows: 1, act: () => react(LONG - 6) },
  {
    name: 'what is seen',
    rows: PEOPLE,
    of: RECEIPTS,
    act: async () => {
      for (const chatId of [small, cast.ventasChat]) {
        await sendText(cast.ana, chatId, 'Hola');
        await live.emit('seen', { chatId });
      }
    },
  },
  {
    name: 'who comes back',
    rows: PEOPLE,
    act: async () => (await cast.ana.connect()).close(),
  },
  {
    name: 'a deletion',
    rows: 1,
    act: () =>
      cast.elena.call(deleteMessage, {
        params: { chatId: cast.ventasChat, messageId: at(LONG - 7) },
      }),
  },
  {
    // Five hundred chats are asked for their oldest message at once.
    name: 'a removal by age',
    rows: 500,
    act: () => removeMessagesBefore(app.ctx, new Date(Date.now() - (LONG - 150) * MINUTE_MS)),
  },
];

/** A count beside a page is of everything. */
const isCount = ({ text }: Sql) => text.startsWith('select count(*)');

async function statementsOf({ act, of }: Hot): Promise<Sql[]> {
  const noted = noteStatements(app.ctx.db, of ?? /./);
  await act();
  return noted().filter(
    (statement) => !isCount(statement) && (of || !BY_THE_CLOCK.test(statement.text)),
  );
}

/** The most rows that a step of the statement handles, by each kind of plan: without any statistics, then with them. */
async function maxRows(statements: Sql[], stored: { messages: number; sessions: number }) {
  const undone = new Error('undone');
  const most: { statistics: boolean; kind: string; rows: number; text: string }[] = [];
  await app.ctx.db
    .transaction(async (tx) => {
      // What was sent is sent again, not found to be known.
      await tx.run(sql`delete from messages where id > ${stored.messages}`);
      await tx.run(sql`delete from sessions where id > ${stored.sessions}`);
      for (const statistics of [false, true]) {
        await (statistics ? tx.run(sql`analyze`) : withoutStatistics(tx));
        for (const kind of planKinds) {
          for (const statement of statements) {
            const rows = await rowsHandled(tx, statement, kind);
            most.push({ statistics, kind, rows, text: statement.text });
          }
        }
      }
      throw undone;
    })
    .catch((error) => {
      if (error !== undone) throw error;
    });
  return most;
}

const newest = () =>
  app.ctx.db.one<{ messages: number; sessions: number }>(sql`
    select (select max(id) from messages) as messages, (select max(id) from sessions) as sessions`);

const FEW = 20;

test.each([...pages, ...lists, ...rest])(
  '$name: no plan looks at much more than it gives, analysed or not',
  async (hot) => {
    const stored = await newest();
    const statements = await statementsOf(hot);
    expect(statements.length).toBeGreaterThan(0);
    const most = await maxRows(statements, stored);
    expect(most.filter(({ rows }) => rows > 3 * hot.rows + FEW)).toEqual([]);
  },
);

test('a statement that reads a whole chat to give some of it is found out, analysed or not', async () => {
  const greedy = sql`
    select m.id from chats c join messages m on m.chat_id = c.id and m.deleted_at is null
    where c.uuid = ${cast.ventasChat} order by m.seq desc limit 50`;
  const most = await maxRows([greedy], await newest());
  expect(most.map(({ rows }) => rows > 3 * 50 + FEW)).toEqual([true, true, true, true]);
});
