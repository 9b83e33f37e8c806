import { required } from '@chat/contract/checks';
import { createGroup } from '@chat/contract/groups';
import { createUser } from '@chat/contract/users';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { directChatOf, personForm, sendText } from '../../../test/cast.ts';
import { Client, PASSWORD } from '../../../test/client.ts';
import { createInstallation, type Installation } from '../../../test/installation.ts';
import { administratorOf, launchServer } from '../../../test/own-process.ts';
import {
  type PushServiceOfTest,
  startPushService,
  trialPushSettings,
} from '../../../test/push/push-service.ts';

const patiently = { timeout: 120_000 };

let place: Installation;
let service: PushServiceOfTest;
beforeAll(async () => {
  service = await startPushService();
  place = await createInstallation({ database: 'migrated' });
}, patiently.timeout);
afterAll(async () => {
  await place.remove();
  await service.stop();
});

const launch = () =>
  launchServer({
    dataDir: place.dataDir,
    settings: { ...place.settings, ...trialPushSettings(service) },
  });

test(
  'each message whose server is killed behind its answer is pushed by the next one',
  patiently,
  async () => {
    const first = launch();
    const elena = await administratorOf(first);
    const people: Client[] = [];
    for (const name of ['uno', 'dos', 'tres', 'cuatro', 'cinco']) {
      const body = personForm(`${name}@empresa.local`);
      await elena.request('POST', createUser('empresa.local').path, body);
      people.push(await new Client(elena.url).signIn(`${name}@empresa.local`, PASSWORD));
    }
    const userUuids = [elena.uuid, ...people.map(({ uuid }) => uuid)];
    const group = (await elena.call(createGroup, { body: { name: 'Todos', userUuids } })).content;
    const browsers = await Promise.all(people.map((person) => service.subscribe(person)));
    const chats = await Promise.all(people.map((person) => directChatOf(elena, person, group)));
    const sent = await Promise.all(chats.map((chat, n) => sendText(elena, chat, `mensaje ${n}`)));
    expect(sent.map(({ status }) => status)).toEqual(chats.map(() => 201));
    await first.stop('SIGKILL');
    await place.forgetKilled();
    const second = launch();
    required(await second.url, 'url');
    for (const [n, browser] of browsers.entries()) {
      await expect.poll(() => browser.got.length).toBeGreaterThan(0);
      expect(new Set(browser.pushes().map(({ messageId }) => messageId)).size).toBe(1);
      expect(browser.pushes()[0]?.body).toBe(`mensaje ${n}`);
    }
    await second.stop();
  },
);
