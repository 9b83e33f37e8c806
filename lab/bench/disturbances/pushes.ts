import { setTimeout as pause } from 'node:timers/promises';
import { createGroup } from '@chat/contract/groups';
import { groupChatOf, sendText } from '../../../packages/server/test/cast.ts';
import {
  type PushServiceOfTest,
  startPushService,
} from '../../../packages/server/test/push/push-service.ts';
import { makeBrowserKeys } from '../../../scripts/lib/browser-keys.mjs';
import type { Row } from './by-turns.ts';
import { onGround } from './ground.ts';
import { type InProcess, serveInProcess } from './in-process.ts';
import { insertSignedIn, insertSubscriptions } from './people.queries.ts';

const SUBSCRIPTIONS = 2_000;
const ANSWER_MS = 100;
const LOOK_EVERY_MS = 5;
const MAX_MS = 120_000;

interface PushGround extends InProcess {
  service: PushServiceOfTest;
  /** A chat with one subscriber, and one with all of them. */
  chats: { one: string; many: string };
}

async function startPushGround(): Promise<PushGround> {
  const service = await startPushService();
  const push = { isOn: true, showsContent: true, allowsPrivate: true };
  const ground = await serveInProcess({ push });
  const { app, cast } = ground;
  const chatWith = async (name: string, count: number) => {
    const people = await insertSignedIn(app.ctx.db, name, count);
    const userUuids = [cast.ana.uuid, ...people.map(({ uuid }) => uuid)];
    const { content } = await app.elena.call(createGroup, { body: { name, userUuids } });
    const { host } = new URL(service.url);
    const { keys } = makeBrowserKeys();
    const path = service.addCrowd();
    await insertSubscriptions(app.ctx.db, people, { path, host, keys });
    return groupChatOf(cast.ana, content);
  };
  const chats = { one: await chatWith('uno', 1), many: await chatWith('muchos', SUBSCRIPTIONS) };
  // The statement told the process of nobody who subscribed.
  app.ctx.push.subscribed();
  service.delayMs = ANSWER_MS;
  const stop = async () => {
    await ground.stop();
    await service.stop();
  };
  return { ...ground, service, chats, stop };
}

/** From a message until its last subscription has it. */
async function timeOfPushes({ cast, service }: PushGround, chat: string, count: number) {
  const wanted = service.crowd() + count;
  const began = performance.now();
  await sendText(cast.ana, chat, 'Hola a todos');
  while (service.crowd() < wanted) {
    if (performance.now() - began > MAX_MS) throw new Error('Pushes are missing');
    await pause(LOOK_EVERY_MS);
  }
  // The last answers have come before the next turn begins.
  const took = performance.now() - began;
  await pause(2 * ANSWER_MS);
  return { 'until the last has it': took };
}

const row: Row<PushGround> = {
  name: '2,000 subscriptions get one message from a push service that answers in 100 ms',
  // One after the other they would take 2,000 times as long as one; a test allowed them 5 s, and one takes some 100 ms.
  figures: { 'until the last has it': { unit: 'ms', ratioAtMost: 50, least: 100 } },
  quiet: (ground) => timeOfPushes(ground, ground.chats.one, 1),
  disturbed: (ground) => timeOfPushes(ground, ground.chats.many, SUBSCRIPTIONS),
};

export const pushes = onGround(startPushGround, [row]);
