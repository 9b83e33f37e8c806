import { listGroupChats } from '@chat/contract/chats';
import { firstOf, required } from '@chat/contract/checks';
import { type Group, listOwnGroups } from '@chat/contract/groups';
import { deleteMessage, listMessages } from '@chat/contract/messages';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../../../test/build-app.ts';
import { createGroupOf, directChatOf, registerPerson, sendText } from '../../../../test/cast.ts';
import type { Client } from '../../../../test/client.ts';
import { draftsBy } from '../../../../test/sends.ts';
import type { LiveClient } from '../../../../test/socket-client.ts';
import { sql } from '../../../db/database.ts';
import { removeMessagesBefore } from '../retention/retention.actions.ts';
import { insertMessages, type NewMessage } from './insert-messages.queries.ts';

interface Person {
  client: Client;
  live: LiveClient;
}

interface Pair {
  one: Person;
  other: Person;
  chatId: string;
}

let app: TestApp;
let people: Person[];
beforeAll(async () => {
  app = await startApp();
  people = await Promise.all(
    ['ana', 'bruno', 'carla', 'diego'].map(async (name) => {
      const client = await registerPerson(app, name);
      return { client, live: await client.connect() };
    }),
  );
});
afterAll(async () => {
  for (const { live } of people) live.close();
  await app.close();
});

/** A group of all four, with a direct chat between each two of them. */
async function gather(name: string): Promise<{ group: Group; pairs: Pair[] }> {
  const clients = people.map(({ client }) => client);
  const group = await createGroupOf(app, name, clients);
  const pairs = people.flatMap((one, n) => people.slice(n + 1).map((other) => ({ one, other })));
  const chats = pairs.map(async ({ one, other }) => {
    return { one, other, chatId: await directChatOf(one.client, other.client, group) };
  });
  return { group, pairs: await Promise.all(chats) };
}

/** The unread count of the group in each person's list of groups. */
const unreadInGroup = ({ uuid }: Group) =>
  Promise.all(
    people.map(async ({ client }) => {
      const own = (await client.call(listOwnGroups, {})).content;
      return own.find((group) => group.uuid === uuid)?.unreadCount;
    }),
  );

/** The sum of the unread counts of the group's chats for each person, which follow from the watermarks. */
const unreadInChats = ({ uuid }: Group) =>
  Promise.all(
    people.map(async ({ client }) => {
      const { content } = await client.call(listGroupChats, { params: { groupId: uuid } });
      return content.reduce((total, { unreadCount }) => total + unreadCount, 0);
    }),
  );

async function write({ one, other, chatId }: Pair, content: string): Promise<void> {
  const sent = [one, other].map(({ client }) => sendText(client, chatId, content));
  // The server refuses a message of a member who is being removed.
  for (const { status } of await Promise.all(sent)) expect([201, 403, 404]).toContain(status);
}

const see = ({ one, other, chatId }: Pair, upToSeq: number) =>
  Promise.all([
    one.live.emit('seen', { chatId, upToSeq }),
    other.live.emit('seen', { chatId, upToSeq: upToSeq + 1 }),
  ]);

async function deleteNewest({ chatId }: Pair): Promise<void> {
  const newest = (await app.elena.call(listMessages, { params: { chatId } })).content.at(-1);
  if (!newest) return;
  const params = { chatId, messageId: newest.uuid };
  // The removal by age may have removed the message already.
  expect([200, 404]).toContain((await app.elena.call(deleteMessage, { params })).status);
}

async function removeOldest({ chatId }: Pair, upTo: number): Promise<void> {
  await app.ctx.db.run(sql`
    update messages m set created_at = '2001-01-01' from chats c
    where c.id = m.chat_id and c.uuid = ${chatId} and m.seq <= ${upTo}`);
  await removeMessagesBefore(app.ctx, new Date('2002-01-01'));
}

async function leaveAndReturn({ client }: Person, group: Group): Promise<void> {
  const path = `/groups/${group.uuid}/users`;
  await app.elena.request('DELETE', `${path}/${client.uuid}`);
  await app.elena.request('POST', path, { userIds: [client.uuid] });
}

test('whatever people do at once, what is unread in a group is what is unread in its chats', async () => {
  const { group, pairs } = await gather('Todos a la vez');
  const diego = required(people[3], 'person');
  for (let round = 1; round <= 6; round++) {
    await Promise.all([
      ...pairs.map((pair) => write(pair, 'Hola')),
      ...pairs.map((pair) => write(pair, '¿Qué tal?')),
      ...pairs.map((pair) => see(pair, round * 2)),
      ...pairs.slice(0, 4).map(deleteNewest),
      ...pairs.slice(2).map((pair) => removeOldest(pair, round)),
      leaveAndReturn(diego, group),
    ]);
    await app.ctx.receipts.flush();
    const unread = await unreadInGroup(group);
    expect(unread).toEqual(await unreadInChats(group));
    expect(Math.max(...unread.map((count) => count ?? 0))).toBeGreaterThan(0);
  }
});

/** Ana and Bruno write to each other, and Ana to Carla; Ana's first message is sent twice. */
async function draftAll(pairs: Pair[]): Promise<[first: NewMessage, rest: NewMessage[]]> {
  const [withBruno, withCarla] = [firstOf(pairs), required(pairs[1], 'pair')];
  const { one: ana, other: bruno } = withBruno;
  const by = (person: Person, { chatId }: Pair) => draftsBy(app.ctx.db, person.client, chatId);
  const [toBruno, byBruno, toCarla] = [
    await by(ana, withBruno),
    await by(bruno, withBruno),
    await by(ana, withCarla),
  ];
  const first = toBruno({ referenceId: 'la-misma' });
  const again = toBruno({ referenceId: 'la-misma' });
  return [
    first,
    [
      byBruno({}),
      toBruno({}),
      toCarla({}),
      again,
      toBruno({}),
      byBruno({}),
      toCarla({}),
      toBruno({}),
    ],
  ];
}

test('messages stored together leave as much unread as one by one', async () => {
  const { db } = app.ctx;
  const [alone, together] = [await gather('De uno en uno'), await gather('Todos juntos')];
  const [first, rest] = await draftAll(alone.pairs);
  for (const message of [first, ...rest]) await insertMessages(db, [message]);
  const [sent, batch] = await draftAll(together.pairs);
  await insertMessages(db, [sent]);
  await insertMessages(db, batch);
  expect(await unreadInGroup(alone.group)).toEqual([0, 1, 2, 0]);
  expect(await unreadInGroup(together.group)).toEqual([0, 1, 2, 0]);
});

test('what was deleted unseen is remembered only until it would have been seen and another one is deleted', async () => {
  const { group, pairs } = await gather('Lo borrado');
  const pair = firstOf(pairs);
  const bruno = pair.other;
  for (const content of ['Uno', 'Dos', 'Tres'])
    await sendText(pair.one.client, pair.chatId, content);
  await deleteNewest(pair);
  await deleteNewest(pair);
  expect((await unreadInGroup(group))[1]).toBe(1);
  await bruno.live.emit('seen', { chatId: pair.chatId });
  expect((await unreadInGroup(group))[1]).toBe(0);
  await sendText(pair.one.client, pair.chatId, 'Cuatro');
  await deleteNewest(pair);
  expect((await unreadInGroup(group))[1]).toBe(0);
  const remembered = await app.ctx.db.many(sql`
    select d.seq from unseen_deletions d join chats c on c.id = d.chat_id
    where c.uuid = ${pair.chatId}`);
  expect(remembered).toEqual([{ seq: 4 }]);
});
