import { firstOf } from '@chat/contract/checks';
import {
  deleteMessage,
  listMessages,
  reactToMessage,
  removeReaction,
} from '@chat/contract/messages';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../../../test/build-app.ts';
import { type Cast, directChatOf, gatherCast, sendText } from '../../../../test/cast.ts';
import type { Client } from '../../../../test/client.ts';
import { expectUnknownIds } from '../../../../test/wrong-values.ts';

let app: TestApp;
let cast: Cast;
let messageId: string;
beforeAll(async () => {
  app = await startApp();
  cast = await gatherCast(app);
});
beforeEach(async () => {
  messageId = await write(cast.ana, cast.ventasChat);
});
afterAll(() => app.close());

const write = async (client: Client, chat: string) =>
  firstOf((await sendText(client, chat, '¿Quién viene?')).content).uuid;
const react = (client: Client, emoji: string, id = messageId) =>
  client.call(reactToMessage, { params: { messageId: id }, body: { emoji } });
const remove = (client: Client, id = messageId) =>
  client.call(removeReaction, { params: { messageId: id } });
const reactions = async (chatId = cast.ventasChat) =>
  (await cast.ana.call(listMessages, { params: { chatId } })).content.at(-1)?.reactions;
const emojis = async () => (await reactions())?.map(({ emoji }) => emoji);

describe('reacting', () => {
  test('puts the emoji on the message, with who gave it and when', async () => {
    const reply = await react(cast.bruno, '👍');
    const expected = { userUuid: cast.bruno.uuid, userEmail: cast.bruno.email, emoji: '👍' };
    expect(reply).toMatchObject({ status: 200, content: expected });
    expect(await reactions()).toEqual([reply.content]);
  });

  test("anybody's stands beside the others', oldest first; one's own message can have one too", async () => {
    for (const person of [cast.carla, cast.ana, cast.bruno]) await react(person, '🎉');
    const givers = (await reactions())?.map(({ userEmail }) => userEmail);
    expect(givers).toEqual([cast.carla.email, cast.ana.email, cast.bruno.email]);
  });

  test('is replaced by the next', async () => {
    await react(cast.bruno, '👍');
    const { content } = await react(cast.bruno, '❤️');
    expect(await reactions()).toEqual([content]);
  });

  test('with the same one again changes nothing, reactedAt included', async () => {
    const first = await react(cast.bruno, '👍');
    const again = await react(cast.bruno, '👍');
    expect([again.status, again.content]).toEqual([200, first.content]);
    expect(await reactions()).toEqual([first.content]);
  });

  test('can be taken back; without one there is nothing to do', async () => {
    await react(cast.bruno, '👍');
    await react(cast.carla, '👀');
    expect(await remove(cast.bruno)).toMatchObject({ status: 200, content: null });
    expect(await remove(cast.bruno)).toMatchObject({ status: 200, content: null });
    expect(await emojis()).toEqual(['👀']);
  });

  test.each(['👍', '❤️', '❤', '👍🏽', '👩‍👩‍👧‍👦', '🇪🇸', '1️⃣', '🏴󠁧󠁢󠁷󠁬󠁳󠁿', '🫠'])(
    '%s is one emoji, kept as it was sent',
    async (emoji) => {
      expect((await react(cast.bruno, emoji)).status).toBe(200);
      expect(await emojis()).toEqual([emoji]);
    },
  );

  test.each([
    undefined,
    null,
    7,
    ['👍'],
    '',
    ' ',
    'a',
    '1',
    ':+1:',
    '👍👍',
    '👍 ',
    'a👍',
    '👍\u0000',
    '\ud83d',
    '🇪',
    '<b>',
    `👩${'\u200d👩'.repeat(30)}`,
  ])('%j is not one emoji: 422', async (emoji) => {
    const path = `/chats/messages/${messageId}/react`;
    const reply = await cast.bruno.request('POST', path, { emoji });
    expect([reply.status, Object.keys(reply.errors)]).toEqual([422, ['emoji']]);
    expect(await emojis()).toEqual([]);
  });
});

describe('who may react', () => {
  const both = async (client: Client, id: string) => [
    (await react(client, '👍', id)).status,
    (await remove(client, id)).status,
  ];

  test('members alone: outsiders 404, watching administrators 403', async () => {
    expect(await both(cast.diego, messageId)).toEqual([404, 404]);
    expect(await both(app.elena, messageId)).toEqual([403, 403]);
    expect(await emojis()).toEqual([]);
  });

  test('nobody once the message is deleted', async () => {
    await react(cast.bruno, '👍');
    const params = { chatId: cast.ventasChat, messageId };
    await app.elena.call(deleteMessage, { params });
    expect(await both(cast.bruno, messageId)).toEqual([404, 404]);
  });

  test('who is removed from the group no more; their reactions stay, also where only the other one is left', async () => {
    const direct = await directChatOf(cast.ana, cast.carla, cast.ventas);
    const inDirect = await write(cast.ana, direct);
    await react(cast.carla, '👍', inDirect);
    await react(cast.carla, '👍');
    const path = `/groups/${cast.ventas.uuid}/users`;
    await app.elena.request('DELETE', `${path}/${cast.carla.uuid}`);
    expect(await both(cast.carla, messageId)).toEqual([404, 404]);
    expect(await both(cast.carla, inDirect)).toEqual([404, 404]);
    expect(await both(cast.ana, inDirect)).toEqual([403, 403]);
    expect([await emojis(), (await reactions(direct))?.length]).toEqual([['👍'], 1]);
    await app.elena.request('POST', path, { userIds: [cast.carla.uuid] });
    expect((await react(cast.ana, '👀', inDirect)).status).toBe(200);
  });

  test('an id that names nothing is 404', () =>
    expectUnknownIds(cast.ana, [[reactToMessage, { emoji: '👍' }], [removeReaction]]));
});
