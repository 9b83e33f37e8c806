import { firstOf } from '@chat/contract/checks';
import { removeGroupParticipant } from '@chat/contract/groups';
import { deleteMessage, editMessage } from '@chat/contract/messages.routes';
import { setChatNotifications } from '@chat/contract/notifications';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../../test/build-app.ts';
import { type Cast, directChatOf, gatherCast, sendText } from '../../../test/cast.ts';
import { sentFile } from '../../../test/files.ts';
import {
  type PushedBrowser,
  type PushServiceOfTest,
  startPushService,
} from '../../../test/push/push-service.ts';

const trials = {
  logLevel: 'warn' as const,
  push: { isOn: true, showsContent: true, allowsPrivate: true },
};
let service: PushServiceOfTest;
let app: TestApp;
let cast: Cast;
let direct: string;
let browsers: Record<'bruno' | 'carla' | 'diego', PushedBrowser>;
beforeAll(async () => {
  service = await startPushService();
  app = await startApp(trials);
  cast = await gatherCast(app);
  direct = await directChatOf(cast.ana, cast.bruno, cast.ventas);
});
beforeEach(async () => {
  const [bruno, carla, diego] = [cast.bruno, cast.carla, cast.diego].map((one) =>
    service.subscribe(one),
  );
  browsers = { bruno: await bruno!, carla: await carla!, diego: await diego! };
});
afterAll(async () => {
  await app.close();
  await service.stop();
});

const write = async (chat: string, text: string) =>
  firstOf((await sendText(cast.ana, chat, text)).content);

test('a message to a closed page is pushed to every browser of its receiver, and to nobody else', async () => {
  const brunoToo = await service.subscribe(await app.signIn(cast.bruno.email));
  const own = await service.subscribe(cast.ana);
  const { uuid } = await write(direct, 'Hola');
  const expected = {
    type: 'message',
    title: cast.ana.email,
    body: 'Hola',
    url: `/groups/${cast.ventas.uuid}?chat=${direct}`,
    chatId: direct,
    messageId: uuid,
  };
  expect(await browsers.bruno.expectCount(1)).toEqual([expected]);
  expect(await brunoToo.expectCount(1)).toEqual([expected]);
  const { headers } = firstOf(browsers.bruno.got);
  expect(headers.topic).toMatch(/^[\w-]{1,32}$/);
  expect(headers).toMatchObject({ ttl: '86400', 'content-encoding': 'aes128gcm' });
  expect([own.got, browsers.carla.got, browsers.diego.got]).toEqual([[], [], []]);
});
