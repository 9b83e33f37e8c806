import { getPersonalChat } from '@chat/contract/chats';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../../../test/build-app.ts';
import { type Cast, directChatOf, gatherCast, sendText } from '../../../../test/cast.ts';

let app: TestApp;
let cast: Cast;
beforeAll(async () => {
  app = await startApp();
  cast = await gatherCast(app);
});
afterAll(() => app.close());

test("a chat's first message tells administrators that it has started, once, and not Diego", async () => {
  const [elena, diego] = await Promise.all([cast.elena.connect(), cast.diego.connect()]);
  const chatId = await directChatOf(cast.ana, cast.bruno, cast.ventas);
  await sendText(cast.ana, chatId, 'primero');
  await sendText(cast.ana, chatId, 'segundo');
  await Promise.all([elena.fence(), diego.fence()]);
  expect(elena.all('chat:started')).toEqual([{ chatId }]);
  expect(diego.all('chat:started')).toEqual([]);
});

test('nobody hears of a personal chat', async () => {
  const elena = await cast.elena.connect();
  const { content } = await cast.ana.call(getPersonalChat, {});
  await sendText(cast.ana, content.uuid, 'solo para mí');
  await elena.fence();
  expect(elena.all('chat:started')).toEqual([]);
});
