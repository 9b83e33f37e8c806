import { getPersonalChat } from '@chat/contract/chats';
import { listMessages } from '@chat/contract/messages';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../test/build-app.ts';
import { sendText } from '../../test/cast.ts';

// The longest text of a message; a page of such messages has more than a million bytes.
const LONGEST = 'La obra del puerto… '.repeat(500);
const PAGE = 50;

let app: TestApp;
let chatId: string;
beforeAll(async () => {
  app = await startApp();
  chatId = (await app.elena.call(getPersonalChat, {})).content.uuid;
});
afterAll(() => app.close());

const read = (encoding: string) =>
  app.elena.request('GET', `/chats/${chatId}/messages`, undefined, { 'accept-encoding': encoding });

async function expectSame(encoding: string): Promise<void> {
  const plain = await read('identity');
  expect(plain.headers.get('content-encoding')).toBeNull();
  const compressed = await read(encoding);
  expect(compressed.headers.get('content-encoding')).toBe(encoding);
  expect(compressed.headers.get('vary')).toMatch(/accept-encoding/i);
  expect(compressed.content).toEqual(plain.content);
}

test('a short answer is given as it is', async () => {
  expect((await read('br, gzip')).headers.get('content-encoding')).toBeNull();
});

test.each(['br', 'gzip'])('a long answer is compressed and says the same: %s', async (encoding) => {
  await sendText(app.elena, chatId, LONGEST);
  await expectSame(encoding);
});

test.each(['br', 'gzip'])('so is one of more than a million bytes: %s', async (encoding) => {
  const { length } = (await app.elena.call(listMessages, { params: { chatId } })).content;
  for (let n = length; n < PAGE; n++) await sendText(app.elena, chatId, LONGEST);
  await expectSame(encoding);
});
