import { firstOf, required } from '@chat/contract/checks';
import { listOwnGroups } from '@chat/contract/groups';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../../../test/build-app.ts';
import {
  type Cast,
  createGroupOf,
  directChatOf,
  gatherCast,
  groupChatOf,
  sendText,
} from '../../../../test/cast.ts';
import type { Client } from '../../../../test/client.ts';
import { fetchFile, sentFile } from '../../../../test/files.ts';
import { holdsIn } from '../../../../test/held.ts';
import { untilIndexed } from '../../../../test/search-index.ts';
import type { LiveClient } from '../../../../test/socket-client.ts';

let app: TestApp;
let cast: Cast;
beforeAll(async () => {
  app = await startApp();
  cast = await gatherCast(app);
});
afterAll(() => app.close());

/** All that differs from place to place: identities, times, and the place's own name. */
function comparable(things: unknown, name: string): string[] {
  const uuids = new Map<string, string>();
  const text = JSON.stringify(things, null, 1)
    .replaceAll(name, 'lugar')
    .replace(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, (uuid) => {
      if (!uuids.has(uuid)) uuids.set(uuid, `uuid ${uuids.size}`);
      return required(uuids.get(uuid), 'uuid');
    })
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'time')
    .replace(/reference-\d+/g, 'reference')
    .replace(/"id": \d+/g, '"id": 1')
    .replace(/"hash": "[^"]+"/g, '"hash": ""');
  return text.split('\n');
}

/** Ticks and presence come in no certain order. */
const SAID = ['message', 'message:edited', 'message:deleted', 'message:reacted'] as const;

type Answers = [string, unknown][];

/** People and an administrator change messages of a chat, and take all that they get for it; the last one stays. */
async function changeAll(chatId: string, ofAna: LiveClient): Promise<Answers> {
  const { ana, bruno } = cast;
  const answers: Answers = [];
  const ask = async (who: Client, ...[method, path, body]: Parameters<Client['request']>) =>
    void answers.push([`${method} ${who.email}`, await who.request(method, path, body)]);
  const say = async (text: string) => firstOf((await sendText(ana, chatId, text)).content).uuid;
  const [edited, own, removed, gone, last] = [
    await say('palabra editada'),
    await say('palabra propia'),
    await say('palabra ajena'),
    await sentFile(ana, chatId, { bytes: 'prueba' }),
    await say('palabra última'),
  ];
  const messages = [edited, own, removed, gone.uuid];
  for (const uuid of messages.slice(0, 3)) {
    await ask(bruno, 'POST', `/chats/messages/${uuid}/reply`, { content: 'respuesta' });
  }
  // From then on no tick changes.
  await ofAna.waitFor('message:seen', (seen) => seen.chatId === chatId && seen.upToSeq === 5);
  for (const uuid of messages) {
    await ask(bruno, 'POST', `/chats/messages/${uuid}/react`, { emoji: '👍' });
  }
  await ask(ana, 'PUT', `/chats/messages/${edited}`, { content: 'otra cosa' });
  await ask(ana, 'PUT', `/chats/messages/${removed}`, { content: 'palabra nueva' });
  await ask(ana, 'DELETE', `/chats/messages/${own}`);
  await ask(ana, 'DELETE', `/chats/messages/${gone.uuid}`);
  await ask(app.elena, 'DELETE', `/chats/${chatId}/messages/${removed}`);
  for (const uuid of [own, removed, gone.uuid]) {
    await ask(ana, 'PUT', `/chats/messages/${uuid}`, { content: 'otra vez' });
    await ask(ana, 'DELETE', `/chats/messages/${uuid}`);
    await ask(bruno, 'POST', `/chats/messages/${uuid}/react`, { emoji: '👎' });
    await ask(bruno, 'POST', `/chats/messages/${uuid}/reply`, { content: 'otra' });
  }
  await ask(bruno, 'GET', `/chats/${chatId}/messages?before=${removed}`);
  for (const uuid of messages) {
    await ask(ana, 'GET', `/chats/messages/${uuid}/info`);
    await ask(app.elena, 'GET', `/chats/messages/${uuid}/history`);
  }
  for (const query of ['', '?size=thumb']) {
    const { status } = await fetchFile(ana, `${gone.mediaUrl}${query}`);
    answers.push(['file', status]);
  }
  await ask(bruno, 'DELETE', `/chats/messages/${last}/react`);
  return answers;
}

async function readAll(chatId: string, groupId: string): Promise<Answers> {
  const { ana, bruno } = cast;
  await untilIndexed(app.ctx.db);
  const answers: Answers = [];
  for (const who of [ana, bruno, app.elena]) {
    const { content } = await who.call(listOwnGroups, {});
    answers.push(['groups', content.filter(({ uuid }) => uuid === groupId)]);
    for (const path of [
      `/chats/${chatId}/messages`,
      `/chats/${chatId}`,
      `/groups/${groupId}/chats`,
    ])
      answers.push([path, await who.request('GET', path)]);
    const { content: found } = await who.request<{ message: { chatId: string } }[]>(
      'GET',
      '/search/messages?q=palabra&size=50',
    );
    answers.push(['search', found.filter(({ message }) => message.chatId === chatId)]);
  }
  return answers;
}

test('people, and administrators, get and hear the same of what is held as of what is not', async () => {
  const seen = [];
  for (const [name, isHeld] of [
    ['Obra una', false],
    ['Obra dos', true],
  ] as const) {
    const group = await createGroupOf(app, name, [cast.ana, cast.bruno]);
    const chats = [
      await groupChatOf(cast.ana, group),
      await directChatOf(cast.ana, cast.bruno, group),
    ];
    const holds = holdsIn(app);
    for (const chatId of isHeld ? chats : []) await holds.holdChat(chatId);
    if (isHeld) await holds.holdPerson(cast.ana);
    const ofAna = await cast.ana.connect();
    const live = [ofAna, await cast.bruno.connect(), await app.elena.connect()];
    const answers: Answers = [];
    for (const chatId of chats) {
      answers.push(...(await changeAll(chatId, ofAna)), ...(await readAll(chatId, group.uuid)));
    }
    for (const one of live) await one.fence();
    const received = live.map((one) => SAID.map((event) => one.all(event)));
    for (const one of live) one.close();
    seen.push(comparable([answers, received], name));
  }
  const [free, held] = seen;
  expect(held).toEqual(free);
});
