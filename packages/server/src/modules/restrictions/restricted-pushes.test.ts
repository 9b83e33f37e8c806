import { acceptNotice, publishNotice } from '@chat/contract/privacy-notice';
import { changeOwnPassword } from '@chat/contract/users';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../../test/build-app.ts';
import { createGroupOf, groupChatOf, registerPerson, sendText } from '../../../test/cast.ts';
import { type Client, PASSWORD } from '../../../test/client.ts';
import { at } from '../../../test/processes.ts';
import {
  type PushedBrowser,
  type PushServiceOfTest,
  startPushService,
  trialPush,
} from '../../../test/push/push-service.ts';
import { turnOnTwoSteps } from '../../../test/two-steps.ts';
import { sql } from '../../db/database.ts';

let service: PushServiceOfTest;
let app: TestApp;
let people: Record<'ana' | 'bruno' | 'carla' | 'elena', Client>;
let browsers: Record<'bruno' | 'carla' | 'elena', PushedBrowser>;
let chat: string;
beforeAll(async () => {
  service = await startPushService();
  const before = await startApp({ push: trialPush });
  const [ana, bruno, carla] = [
    await registerPerson(before, 'ana'),
    await registerPerson(before, 'bruno'),
    await registerPerson(before, 'carla'),
  ];
  const { elena } = before;
  chat = await groupChatOf(ana, await createGroupOf(before, 'Taller', [ana, bruno, carla, elena]));
  browsers = {
    bruno: await service.subscribe(bruno),
    carla: await service.subscribe(carla),
    elena: await service.subscribe(elena),
  };
  await before.ctx.db.run(sql`
    update users set password_must_change = true where uuid = ${bruno.uuid}`);
  app = await before.restart(undefined, { firstPassword: 'change', twoSteps: 'admins' });
  people = {
    ana: at(app, ana),
    bruno: at(app, bruno),
    carla: at(app, carla),
    elena: at(app, elena),
  };
});
afterAll(async () => {
  await app.close();
  await service.stop();
});

const bodies = (browser: PushedBrowser) => browser.pushes().map(({ body }) => body);

/** Sends a text that reaches Carla, and then another one once the person has done what they must. */
async function expectPushesOnlyAfter(
  person: 'bruno' | 'elena',
  name: string,
  work: () => Promise<unknown>,
): Promise<void> {
  const [before, after] = [`${name} sin aviso`, `${name} con aviso`];
  const { carla, [person]: own } = browsers;
  const counted = own.got.length;
  await sendText(people.ana, chat, before);
  await expect.poll(() => bodies(carla)).toContain(before);
  await work();
  await sendText(people.ana, chat, after);
  await own.expectCount(counted + 1);
  expect(bodies(own).slice(counted)).toEqual([after]);
}

test('no push goes to a session that must do something since a start or a notice, until that is done', async () => {
  const { ana, bruno, carla, elena } = people;
  const body = { currentPassword: PASSWORD, password: 'otra-clave-456' };
  await expectPushesOnlyAfter('bruno', 'PASSWORD', () => bruno.call(changeOwnPassword, { body }));
  await expectPushesOnlyAfter('elena', 'TWO_STEPS', () => turnOnTwoSteps(elena));
  await elena.call(publishNotice, { body: { text: 'Aviso' } });
  const accept = (person: Client) => person.call(acceptNotice, { body: { version: 1 } });
  for (const person of [ana, carla]) await accept(person);
  await expectPushesOnlyAfter('bruno', 'NOTICE', () => accept(bruno));
});
