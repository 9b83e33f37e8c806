import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { getHealth } from '@chat/contract/system';
import { expect, test } from 'vitest';
import { startApp } from '../test/build-app.ts';
import { gatherCast } from '../test/cast.ts';
import { sentFile } from '../test/files.ts';

function newGate() {
  let open!: () => void;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
}

test('draining lets running requests finish and waits for nothing else', async () => {
  const app = await startApp();
  const [running, finish] = [newGate(), newGate()];
  app.ctx.presence.loggedOut = () => {
    running.open();
    return finish.opened;
  };
  const reply = app.elena.request('POST', '/auth/logout');
  await running.opened;
  const closing = app.close();
  finish.open();
  expect((await reply).status).toBe(200);
  await closing;
});

test('draining waits for no connection once its answer has ended', async () => {
  const app = await startApp();
  const { ana, ventasChat } = await gatherCast(app);
  const bytes = Buffer.alloc(8 * 2 ** 20, 'a');
  const { mediaUrl } = await sentFile(ana, ventasChat, { bytes });
  const agent = new Agent({ keepAlive: true });
  const headers = { authorization: `Bearer ${ana.token}` };
  const answer = await new Promise<IncomingMessage>((resolve) => {
    get(`${app.url}${mediaUrl}`, { agent, headers }, resolve);
  });
  const closing = app.close();
  let received = 0;
  for await (const chunk of answer) received += chunk.length;
  expect(received).toBe(bytes.length);
  await closing;
  agent.destroy();
});

test('draining waits for no connection on which nothing was asked', async () => {
  const app = await startApp();
  const silent = connect(Number(new URL(app.url).port), '127.0.0.1');
  await once(silent, 'connect');
  // The answer comes after the server has accepted all earlier connections.
  await app.client().call(getHealth, {});
  const ended = once(silent, 'close');
  await app.close();
  await ended;
});

test('draining takes no new connections', async () => {
  const app = await startApp();
  await app.close();
  await expect(app.client().call(getHealth, {})).rejects.toThrow('fetch failed');
});

test('draining closes sockets with a reason that makes clients come back by themselves', async () => {
  const app = await startApp();
  const live = await app.elena.connect();
  const reason = new Promise((resolve) => live.socket.once('disconnect', resolve));
  await app.close();
  expect(await reason).toBe('transport close');
  expect(live.all('session:ended')).toEqual([]);
});

test('what sockets said last is written before the server stops', async () => {
  const app = await startApp();
  const marks: unknown[] = [];
  const { receipts } = app.ctx;
  const mark = receipts.mark.bind(receipts);
  receipts.mark = (given) => {
    marks.push(given);
    return mark(given);
  };
  const chat = await app.elena.request<{ uuid: string }>('POST', '/chats/me');
  const live = await app.elena.connect();
  live.socket.emit('seen', { chatId: chat.content.uuid });
  await live.fence();
  await app.close();
  expect(marks).toHaveLength(1);
});
