import { listMessages } from '@chat/contract/messages';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
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
  const { timing } = app.ctx.config;
  const receipts = createReceiptBatcher({ db, realtime, messages, log, timing });
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

describe('ticks that were kept from following the marks follow', () => {
  /** Everybody has seen a new message, and nothing has followed from it. */
  async function seeInVain(content: string): Promise<void> {
    const [sent] = (await sendText(cast.ana, chatId, content)).content;
    // Her mark goes with what the send has counted again.
    const live = await cast.ana.connect();
    await live.emit('delivered', { chatId });
    live.close();
    await app.ctx.db.run(sql`
      update chat_members m set delivered_seq = ${sent?.seq}, seen_seq = ${sent?.seq}
      from chats c where c.id = m.chat_id and c.uuid = ${chatId}`);
  }
  const untilSeen = () =>
    vi.waitFor(async () => {
      const { content } = await app.elena.call(listMessages, { params: { chatId } });
      expect(content.at(-1)?.status).toBe('SEEN');
    }, 10_000);

  test.each(['lost', 'commitUnknown'] as const)('once the database is back (%s)', async (event) => {
    await seeInVain(`Antes de perderla (${event})`);
    app.ctx.db.events.emit(event);
    await untilSeen();
  });

  test('at the next start after a crash', async () => {
    await seeInVain('Antes de la caída');
    app = await app.restart();
    await untilSeen();
  });
});
