import { setImmediate as nextTurn } from 'node:timers/promises';
import { required } from '@chat/contract/checks';
import { replyToMessage } from '@chat/contract/writing';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startApp, type TestApp } from '../../../../test/build-app.ts';
import {
  type Cast,
  createGroupOf,
  gatherCast,
  groupChatOf,
  sendText,
} from '../../../../test/cast.ts';
import { formOf } from '../../../../test/files.ts';
import { upTo } from '../../../../test/sends.ts';
import type { Realtime } from '../../../realtime/publish.ts';
import type { ChatContext } from '../context.ts';
import { createMessageBatcher } from '../send/message-batcher.ts';
import { sendMessage } from './send-message.actions.ts';

let app: TestApp;
let cast: Cast;
beforeAll(async () => {
  app = await startApp();
  cast = await gatherCast(app);
});
afterAll(() => app.close());

const draft = {
  type: 'TEXT' as const,
  content: 'Hola',
  referenceId: null,
  mentionedUserIds: [],
};

function contextWith(publish: Realtime['publish'], broadcastFirst: boolean): ChatContext {
  const messages = createMessageBatcher(app.ctx.db, { slots: 1, broadcastFirst });
  return { ...app.ctx, messages, realtime: { ...app.ctx.realtime, publish } };
}

const viewerOf = async (token: string | undefined) =>
  required(await app.ctx.sessions.find(required(token, 'token')), 'viewer');

test.each([
  { broadcastFirst: false, order: ['answered', 'announced'] },
  { broadcastFirst: true, order: ['announced', 'answered'] },
])(
  'of a message sent alone $order.0 is first: broadcast first is $broadcastFirst',
  async ({ broadcastFirst, order }) => {
    const ana = await viewerOf(cast.ana.token);
    const noted: string[] = [];
    const ctx = contextWith((_, event) => {
      if (event === 'message') noted.push('announced');
    }, broadcastFirst);
    await sendMessage(ctx, ana, cast.ventasChat, draft).then(() => noted.push('answered'));
    await nextTurn();
    expect(noted).toEqual(order);
  },
);

test('a message that cannot be announced is stored and answered, why is logged, and the next one is announced', async () => {
  const ana = await viewerOf(cast.ana.token);
  const broken = new Error('cannot be announced');
  const announced: unknown[] = [];
  const publish = vi
    .fn<Realtime['publish']>((_, event) => announced.push(event))
    .mockImplementationOnce(() => {
      throw broken;
    });
  const ctx = contextWith(publish, false);
  const error = vi.spyOn(ctx.log, 'error').mockImplementation(() => {});
  expect((await sendMessage(ctx, ana, cast.ventasChat, draft)).status).toBe(201);
  await nextTurn();
  expect((await sendMessage(ctx, ana, cast.ventasChat, draft)).status).toBe(201);
  await nextTurn();
  expect(error.mock.calls.map(([said]) => said)).toEqual([{ err: broken }]);
  expect(announced).toContain('message');
  error.mockRestore();
});

test('words, answers and files sent at once are heard in the order of their numbers', async () => {
  const { ana, bruno } = cast;
  const chat = await groupChatOf(ana, await createGroupOf(app, 'Revuelto', [ana, bruno]));
  const [first] = (await sendText(bruno, chat, 'Contesten')).content;
  const live = await bruno.connect();
  const kinds = [
    (n: number) => sendText(ana, chat, `${n}`),
    (n: number) =>
      ana.call(replyToMessage, {
        params: { messageId: required(first, 'first').uuid },
        body: { content: `${n}` },
      }),
    () =>
      ana.request(
        'POST',
        `/chats/${chat}/messages`,
        formOf([
          ['type', 'FILE'],
          ['image', new Blob(['hola']), 'nota.txt'],
        ]),
      ),
  ];
  const replies = await Promise.all(upTo(45).map((n) => required(kinds[n % 3], 'kind')(n)));
  expect(replies.map(({ status }) => status)).toEqual(Array(45).fill(201));
  await live.fence();
  expect(live.all('message').map(({ seq }) => seq)).toEqual(upTo(46).slice(1));
  live.close();
});
