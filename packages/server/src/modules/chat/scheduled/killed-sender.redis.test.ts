import { setTimeout as pause } from 'node:timers/promises';
import { firstOf, required } from '@chat/contract/checks';
import { createGroup } from '@chat/contract/groups';
import { listMessages } from '@chat/contract/messages';
import { createUser } from '@chat/contract/users';
import { listScheduled } from '@chat/contract/writing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { groupChatOf, personForm, sendText } from '../../../../test/cast.ts';
import { Client, PASSWORD } from '../../../../test/client.ts';
import { createInstallation, type Installation } from '../../../../test/installation.ts';
import { administratorOf, launchServer, type OwnServer } from '../../../../test/own-process.ts';
import { at } from '../../../../test/processes.ts';
import {
  type PushServiceOfTest,
  startPushService,
  trialPushSettings,
} from '../../../../test/push/push-service.ts';
import { startRedis, type TestRedis } from '../../../../test/redis.ts';
import { inMs, schedule } from '../../../../test/scheduled.ts';

const KILLS = 3;
/** From before the messages' time to after their commit and their pushes. */
const STEP_MS = 120;
const patiently = { timeout: 300_000 };

let place: Installation;
let redis: TestRedis;
let service: PushServiceOfTest;
let servers: OwnServer[];
beforeAll(async () => {
  redis = await startRedis();
  service = await startPushService();
  place = await createInstallation({ database: 'migrated', redis: redis.url });
  servers = [launch(), launch(), launch()];
}, patiently.timeout);
afterAll(async () => {
  await Promise.all(servers.map((server) => server.stop()));
  await place.remove();
  await redis.stop();
  await service.stop();
});

const launch = () =>
  launchServer({
    dataDir: place.dataDir,
    settings: { ...place.settings, ...trialPushSettings(service) },
  });
const atServer = async (nth: number, person: Client) =>
  at({ url: required(await servers[nth % 3]?.url, 'url') }, person);

test(
  'of three processes that send and push, one killed each time: each message stands once, and is pushed',
  patiently,
  async () => {
    const elena = await administratorOf(required(servers[0], 'server'));
    await elena.request('POST', createUser('').path, personForm('ana@empresa.local'));
    const ana = await new Client(elena.url).signIn('ana@empresa.local', PASSWORD);
    const body = { name: 'Avisos', userUuids: [elena.uuid, ana.uuid] };
    const chatId = await groupChatOf(ana, (await elena.call(createGroup, { body })).content);
    const browser = await service.subscribe(ana);
    const pushed = () => new Set(browser.pushes().map(({ messageId }) => messageId));
    const contents: string[] = [];
    for (let n = 0; n < KILLS; n++) {
      const [author, other] = [await atServer(n, elena), await atServer(n + 1, elena)];
      const sendAt = inMs(1_500);
      for (const who of [author, other]) await who.call(listScheduled, {});
      const text = `Aviso ${n}`;
      const more = { sendAt, referenceId: `ref-${n}` };
      const replies = await Promise.all([
        schedule(author, chatId, text, more),
        schedule(other, chatId, text, more),
      ]);
      expect(replies.map(({ status }) => status).sort()).toEqual([200, 201]);
      contents.push(text);
      // The clock alone says when it is due: the kill is to come at that very moment.
      await pause(Date.parse(sendAt) - Date.now() + STEP_MS * n - 10);
      await servers[n % 3]?.stop('SIGKILL');
      const { uuid } = firstOf(replies).content;
      await expect.poll(() => [...pushed()]).toContain(uuid);
      // Nobody waits for the killed process to come back: the others go on.
      const direct = await sendText(await atServer(n + 2, elena), chatId, `Mientras ${n}`);
      contents.push(`Mientras ${n}`);
      await expect.poll(() => [...pushed()]).toContain(firstOf(direct.content).uuid);
      servers[n % 3] = launch();
      await required(servers[n % 3], 'server').url;
    }
    const reader = await atServer(0, elena);
    expect((await reader.call(listScheduled, {})).content).toEqual([]);
    const { content } = await reader.call(listMessages, { params: { chatId } });
    expect(content.map((message) => message.content)).toEqual(contents);
    // At least once: only a process that was killed between a push and its note of it leaves one to be pushed again.
    const twice = browser.got.length - pushed().size;
    expect(pushed().size).toBe(contents.length);
    expect(twice).toBeLessThanOrEqual(KILLS);
  },
);
