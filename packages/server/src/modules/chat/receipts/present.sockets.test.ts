import { firstOf } from '@chat/contract/checks';
import type { Group } from '@chat/contract/groups';
import { listMessages } from '@chat/contract/messages';
import { blockUser, deleteUser, unblockUser } from '@chat/contract/users';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../../../test/build-app.ts';
import { createGroupOf, groupChatOf, registerPerson, sendText } from '../../../../test/cast.ts';
import type { Client } from '../../../../test/client.ts';
import { eachOf } from '../../../../test/each-of.ts';
import type { LiveClient } from '../../../../test/socket-client.ts';

let app: TestApp;
let ana: Client;
let bruno: Client;
let carla: Client;
const three = () => [ana, bruno, carla] as const;
let liveAna: LiveClient;
let group: Group;
let chatId: string;
let rounds = 0;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

beforeEach(async () => {
  rounds++;
  [ana, bruno, carla] = await eachOf(['ana', 'bruno', 'carla'], (name) =>
    registerPerson(app, `${name}-${rounds}`),
  );
  group = await createGroupOf(app, `Presentes ${rounds}`, [...three()]);
  chatId = await groupChatOf(ana, group);
  liveAna = await ana.connect();
  return () => liveAna.close();
});

const path = () => `/groups/${group.uuid}/users`;
const remove = (person: Client) => app.elena.request('DELETE', `${path()}/${person.uuid}`);
const add = (person: Client) => app.elena.request('POST', path(), { userIds: [person.uuid] });
const block = ({ uuid }: Client) => app.elena.call(blockUser, { params: { userId: uuid } });
const unblock = ({ uuid }: Client) => app.elena.call(unblockUser, { params: { userId: uuid } });
const deletePerson = ({ uuid }: Client) => app.elena.call(deleteUser, { params: { userId: uuid } });

const send = async (sender: Client) => {
  const { content } = await sendText(sender, chatId, 'Hola');
  return firstOf(content);
};
const see = async (person: Client) => {
  const live = await person.connect();
  await live.emit('seen', { chatId });
  live.close();
};
const statuses = async () => {
  const { content } = await app.elena.call(listMessages, { params: { chatId } });
  return content.map(({ status }) => status);
};

/** The announced watermarks, once all effects of the last step are stored. */
async function announced() {
  await app.ctx.receipts.flush();
  await liveAna.fence();
  const seen = liveAna.all('message:seen').filter((event) => event.chatId === chatId);
  const delivered = liveAna.all('message:delivered').filter((event) => event.chatId === chatId);
  return {
    delivered: delivered.map(({ upToSeq }) => upToSeq),
    seen: seen.map(({ upToSeq }) => upToSeq),
  };
}
const NOTHING = { delivered: [], seen: [] };

const goings: [string, (person: Client) => Promise<unknown>][] = [
  ['have been removed', remove],
  ['are blocked', block],
  ['have been deleted', deletePerson],
];

describe.each(goings)('when the others %s', (_, go) => {
  test('a message of the only one present stays SENT, and nobody is told', async () => {
    const [ana, bruno, carla] = three();
    await go(bruno);
    await go(carla);
    expect((await send(ana)).status).toBe('SENT');
    await liveAna.emit('seen', { chatId });
    expect(await announced()).toEqual(NOTHING);
    expect(await statuses()).toEqual(['SENT']);
  });

  test('a message that waited for them alone stays as it is', async () => {
    const [ana, bruno, carla] = three();
    await send(ana);
    await go(bruno);
    await go(carla);
    expect(await announced()).toEqual(NOTHING);
    expect(await statuses()).toEqual(['SENT']);
  });

  test('messages that waited for one of them alone advance, and their author is told by whom', async () => {
    const [ana, bruno, carla] = three();
    const { seq } = await send(ana);
    await see(bruno);
    expect(await announced()).toEqual(NOTHING);
    await go(carla);
    expect(await announced()).toEqual({ delivered: [seq], seen: [seq] });
    expect(liveAna.all('message:seen')).toMatchObject([{ receiverId: bruno.uuid }]);
    expect(await statuses()).toEqual(['SEEN']);
  });

  test('who has written before is not waited for: their own messages advance by who is there', async () => {
    const [ana, bruno, carla] = three();
    await send(bruno);
    await go(carla);
    await go(bruno);
    await liveAna.emit('seen', { chatId });
    expect(await announced()).toEqual(NOTHING);
    expect(await statuses()).toEqual(['SEEN']);
    expect((await send(ana)).status).toBe('SENT');
    await app.ctx.receipts.flush();
    expect(await statuses()).toEqual(['SEEN', 'SENT']);
  });
});

test('who is unblocked is waited for again, and what had advanced stays', async () => {
  const [ana, bruno, carla] = three();
  await block(carla);
  await send(ana);
  await see(bruno);
  expect((await announced()).seen).toEqual([1]);
  await unblock(carla);
  await send(ana);
  await see(bruno);
  expect((await announced()).seen).toEqual([1]);
  expect(await statuses()).toEqual(['SEEN', 'SENT']);
  await see(await app.signIn(carla.email));
  expect((await announced()).seen).toEqual([1, 2]);
});

test('who comes back by unblocking has seen what they had seen: what waited for somebody to be there advances', async () => {
  const [ana, bruno, carla] = three();
  const { seq } = await send(ana);
  await see(bruno);
  await block(bruno);
  await block(carla);
  expect(await announced()).toEqual(NOTHING);
  await unblock(bruno);
  expect(await announced()).toEqual({ delivered: [seq], seen: [seq] });
  expect(await statuses()).toEqual(['SEEN']);
});

test('who joins sees the history as read: what was written to nobody is SEEN, and its author told', async () => {
  const [ana, bruno, carla] = three();
  await remove(bruno);
  await remove(carla);
  const { seq } = await send(ana);
  await add(bruno);
  expect(await announced()).toEqual({ delivered: [seq], seen: [seq] });
  expect(liveAna.all('message:seen')).toMatchObject([{ receiverId: bruno.uuid }]);
  expect(await statuses()).toEqual(['SEEN']);
});
