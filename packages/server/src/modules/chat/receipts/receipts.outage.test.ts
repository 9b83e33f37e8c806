import { listMessages } from '@chat/contract/messages.routes';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startApp, type TestApp } from '../../../../test/build-app.ts';
import { type Cast, directChatOf, gatherCast, sendText } from '../../../../test/cast.ts';
import { type Database, sql } from '../../../db/database.ts';
import { createReceiptBatcher } from './receipt-batcher.ts';

let app: TestApp;
let cast: Cast;
let chatId: string;
beforeAll(async () => {
  app = await startApp();
  cast = await gatherCast(app);
  chatId = await directChatOf(cast.ana, cast.bruno, cast.ventas);
});
afterAll(() => app.close());

/** Statements with these numbers, counted from 1, fail as after a lost connection. */
function failingAt(db: Database, ...failing: number[]): Database {
  let count = 0;
  return {
    ...db,
    many(query) {
      count++;
      if (failing.includes(count)) throw new Error('Connection terminated unexpectedly');
      return db.many(query);
    },
  };
}

async function brunoSeesThrough(db: Database, upToSeq: number): Promise<void> {
  const { realtime, messages, log } = app.ctx;
  const receipts = createReceiptBatcher({ db, realtime: () => realtime, messages, log });
  const { id } = await app.ctx.db.one<{ id: number }>(
    sql`select id from users where uuid = ${cast.bruno.uuid}`,
  );
  const mark = { userId: id, chatUuid: chatId, deliveredSeq: upToSeq, seenSeq: upToSeq };
  await expect(receipts.mark(mark)).rejects.toThrow('Connection terminated');
}

test('a mark that could not be written, or only half, is written once the database is back', async () => {
  const live = await cast.ana.connect();
  for (const [seq, failing] of [
    [1, [1]],
    [2, [2, 3]],
  ] as const) {
    await sendText(cast.ana, chatId, `Mensaje ${seq}`);
    await brunoSeesThrough(failingAt(app.ctx.db, ...failing), seq);
    await live.waitFor('message:seen', ({ upToSeq }) => upToSeq === seq);
  }
  live.close();
});

test('ticks that a crash kept from following the marks follow at the next start', async () => {
  const [sent] = (await sendText(cast.ana, chatId, 'Antes de la caída')).content;
  await app.ctx.db.run(sql`
    update chat_members m set delivered_seq = ${sent?.seq}, seen_seq = ${sent?.seq}
    from chats c where c.id = m.chat_id and c.uuid = ${chatId}`);
  app = await app.restart();
  const statusNow = async () => {
    const { content } = await app.elena.call(listMessages, { params: { chatId } });
    return content.at(-1)?.status;
  };
  await vi.waitFor(async () => expect(await statusNow()).toBe('SEEN'), 10_000);
});
