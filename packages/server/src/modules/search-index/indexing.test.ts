import { firstOf, required } from '@chat/contract/checks';
import { deleteMessage } from '@chat/contract/messages';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { adminCommand } from '../../../test/admin-command.ts';
import { startApp, type TestApp } from '../../../test/build-app.ts';
import { type Cast, directChatOf, gatherCast, sendText } from '../../../test/cast.ts';
import { sendFile } from '../../../test/files.ts';
import { at } from '../../../test/processes.ts';
import { entriesIn, READ_ANEW_MS, untilIndexed, wordsOf } from '../../../test/search-index.ts';
import { runCommand } from '../../commands/admin/operations.ts';
import { sql } from '../../db/database.ts';
import { removeMessagesBefore } from '../chat/retention/retention.actions.ts';
import { formKey, hashesOf } from './block-keys.ts';
import { replaceMessage } from './search-index.actions.ts';
import { startProgress } from './search-progress.queries.ts';

let app: TestApp;
let cast: Cast;
beforeAll(async () => {
  app = await startApp();
  cast = await gatherCast(app);
});
afterAll(() => app.close());

async function send(content: string, chatId = cast.ventasChat, sender = cast.ana): Promise<string> {
  const [sent] = (await sendText(sender, chatId, content)).content;
  return required(sent, 'sent').uuid;
}
const words = (uuid: string) => wordsOf(app.ctx.db, uuid);
const remove = (messageId: string) =>
  cast.elena.call(deleteMessage, { params: { chatId: cast.ventasChat, messageId } });

describe('what is sent', () => {
  test('is in the index within a second, by its words', async () => {
    const uuid = await send('La REUNIÓN, a las 10:30');
    await expect.poll(() => words(uuid)).toBe(' la reunion a las 10 30 ');
  });

  test('with a file is there by the file’s name too', async () => {
    const { content } = await sendFile(cast.ana, cast.ventasChat, {
      fileName: 'Presupuesto Año.pdf',
      content: 'Míralo',
      bytes: 'bytes',
    });
    await expect.poll(() => words(firstOf(content).uuid)).toBe(' miralo presupuesto ano pdf ');
  });

  test('twice by the same reference is there once', async () => {
    await sendText(cast.ana, cast.ventasChat, 'repetido', 'la-misma');
    await sendText(cast.ana, cast.ventasChat, 'repetido', 'la-misma');
    await untilIndexed(app.ctx.db);
    const entries = await entriesIn(app.ctx.db);
    expect(entries.filter((entry) => entry.words === ' repetido ')).toHaveLength(1);
  });

  test('together, by many, is all there', async () => {
    const direct = await directChatOf(cast.ana, cast.bruno, cast.ventas);
    // Each of the two senders has fewer calls under way than the limit.
    const sent = Array.from({ length: 150 }, (_, n) => {
      const chatId = n % 2 ? direct : cast.ventasChat;
      return [send(`muchas ${n}`, chatId), send(`muchas ${150 + n}`, chatId, cast.bruno)];
    });
    await Promise.all(sent.flat());
    await untilIndexed(app.ctx.db);
    const found = (await entriesIn(app.ctx.db)).filter((entry) =>
      entry.words.startsWith(' muchas'),
    );
    expect(new Set(found.map((entry) => entry.words)).size).toBe(300);
  });
});

describe('what is taken away', () => {
  test('by an administrator is gone from the index with its deletion', async () => {
    const uuid = await send('secreto borrado');
    await untilIndexed(app.ctx.db);
    await remove(uuid);
    expect(await words(uuid)).toBeUndefined();
  });

  test('takes along what its block told of its words', async () => {
    const chatId = await directChatOf(cast.ana, cast.carla, cast.ventas);
    const uuid = await send('mi clave es xq7pfz92', chatId);
    await send('otra clave', chatId);
    await untilIndexed(app.ctx.db);
    const bitsSay = async () => {
      const rows = await app.ctx.db.many<{ bits: Buffer; isStale: boolean }>(sql`
        select b.bits, b.is_stale from search_blocks b join chats c on c.id = b.chat_id where c.uuid = ${chatId}`);
      const { bits, isStale } = firstOf(rows);
      const holds = (word: string) =>
        hashesOf(formKey(word)).every((hash) => {
          const at = hash % (bits.length * 8);
          return ((bits[at >> 3] ?? 0) >> (at & 7)) & 1;
        });
      return { isStale, clave: holds('clave'), xq7pfz92: holds('xq7pfz92') };
    };
    expect(await bitsSay()).toMatchObject({ clave: true, xq7pfz92: true });
    await cast.elena.call(deleteMessage, { params: { chatId, messageId: uuid } });
    await expect.poll(bitsSay).toEqual({ isStale: false, clave: true, xq7pfz92: false });
  });

  test('before it was indexed never gets there', async () => {
    const uuid = await send('borrado enseguida');
    await remove(uuid);
    const later = await send('el siguiente');
    await expect.poll(() => words(later)).toBeDefined();
    expect(await words(uuid)).toBeUndefined();
  });

  test('by its age is gone from the index with it', async () => {
    const chatId = await directChatOf(cast.bruno, cast.carla, cast.ventas);
    const [old] = (await sendText(cast.bruno, chatId, 'antiguo')).content;
    await untilIndexed(app.ctx.db);
    await app.ctx.db.run(sql`
      update messages set created_at = '2001-01-01' where uuid = ${required(old, 'old').uuid}`);
    expect(await removeMessagesBefore(app.ctx, new Date('2002-01-01'))).toBe(1);
    await untilIndexed(app.ctx.db);
    expect((await entriesIn(app.ctx.db)).map((entry) => entry.words)).not.toContain(' antiguo ');
  });

  test('in part leaves what the message says now', async () => {
    const uuid = await send('antes de corregir');
    await untilIndexed(app.ctx.db);
    await app.ctx.db.transaction(async (tx) => {
      const { id } = await tx.one<{ id: number }>(sql`
        update messages set content = 'después' where uuid = ${uuid} returning id`);
      await replaceMessage(tx, id);
    });
    expect(await words(uuid)).toBe(' despues ');
  });
});

describe('messages that were there before the index', { timeout: 2 * READ_ANEW_MS }, () => {
  beforeEach(async () => {
    await Promise.all(Array.from({ length: 120 }, (_, n) => send(`de antes ${n}`)));
    await untilIndexed(app.ctx.db);
  }, READ_ANEW_MS);

  async function restart(meanwhile: () => Promise<unknown>): Promise<void> {
    app = await app.restart(meanwhile);
    cast.ana = at(app, cast.ana);
  }

  test('are read at the next start, while people write on', async () => {
    await restart(() => app.ctx.db.run(sql`truncate search_messages, search_progress`));
    await Promise.all(Array.from({ length: 20 }, (_, n) => send(`mientras tanto ${n}`)));
    await untilIndexed(app.ctx.db);
  });

  test('are read anew by rules that are newer', async () => {
    await app.ctx.db.run(sql`update search_messages set words = ' por reglas viejas '`);
    await restart(() => startProgress(app.ctx.db, 1_000));
    await untilIndexed(app.ctx.db);
    const stale = async () =>
      (await entriesIn(app.ctx.db)).filter((entry) => entry.words === ' por reglas viejas ');
    await expect.poll(stale, { timeout: READ_ANEW_MS }).toEqual([]);
  });

  test('`npm run admin -- search rebuild` has them read anew', async () => {
    const order = adminCommand('search', 'rebuild');
    await app.ctx.db.run(sql`delete from search_messages where words like '% antes %'`);
    const [said] = await runCommand(app.ctx, order);
    expect(said).toMatch(/^El servidor lee de nuevo todos los mensajes/);
    await send('una señal');
    await untilIndexed(app.ctx.db);
  });
});

test.each([[[]], [['todo']], [['rebuild', 'ya']]])(
  '`search rebuild` is asked for by both words: %j',
  (given) => {
    expect(() => adminCommand('search', ...given)).toThrow();
  },
);
