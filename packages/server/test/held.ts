import { holdChat, holdUser } from '@chat/contract/holds';
import { listOriginals } from '@chat/contract/messages';
import { sql } from '../src/db/database.ts';
import { removeReleased } from '../src/modules/chat/holds/holds.actions.ts';
import { removeAgedOriginals } from '../src/modules/chat/messages/edit-message.actions.ts';
import { removeMessagesBefore } from '../src/modules/chat/retention/retention.actions.ts';
import type { TestApp } from './build-app.ts';
import type { Client } from './client.ts';

const CUTOFF = new Date('2002-01-01');
const held = { hold: true as const, reason: 'Requerimiento del juzgado 3/2026' };
const ended = { hold: false as const };

/** Elena sets and ends holds, time passes, and the tables say what is there. */
export const holdsIn = (app: TestApp) => ({
  holdChat: (chatId: string) => app.elena.call(holdChat, { params: { chatId }, body: held }),
  endChat: (chatId: string) => app.elena.call(holdChat, { params: { chatId }, body: ended }),
  holdPerson: ({ uuid: userId }: Client) =>
    app.elena.call(holdUser, { params: { userId }, body: held }),
  endPerson: ({ uuid: userId }: Client) =>
    app.elena.call(holdUser, { params: { userId }, body: ended }),

  /** Makes messages older than any time to keep them. */
  age: (...uuids: string[]) =>
    app.ctx.db.run(
      sql`update messages set created_at = '2001-01-01' where uuid = any(${uuids}::uuid[])`,
    ),

  /** Runs everything that removes by itself, once. */
  async runRounds(): Promise<void> {
    await removeMessagesBefore(app.ctx, CUTOFF);
    await removeAgedOriginals(app.ctx, new Date());
    await removeReleased(app.ctx);
  },

  /** Nothing is held, and nothing said before is there any more. */
  async clear(): Promise<void> {
    await app.ctx.db.run(sql`delete from holds`);
    await app.ctx.db.run(sql`update messages set created_at = '2001-01-01'`);
    await this.runRounds();
  },

  /** For administrators. */
  history: async (messageId: string) =>
    (await app.elena.call(listOriginals, { params: { messageId } })).content.map(
      ({ content }) => content,
    ),

  /** A message as the tables still have it: what it said before, and its row. */
  async kept(uuid: string): Promise<string[] | undefined> {
    const row = await app.ctx.db.maybeOne<{ content: string }>(sql`
      select content from messages where uuid = ${uuid}`);
    const originals = await app.ctx.db.many<{ content: string }>(sql`
      select o.content from message_originals o join messages m on m.id = o.message_id
      where m.uuid = ${uuid} order by o.id`);
    return row && [...originals.map(({ content }) => content), row.content];
  },
});
