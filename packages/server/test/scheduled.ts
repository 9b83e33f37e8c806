import { type Scheduled, scheduleMessage } from '@chat/contract/writing';
import { sql } from '../src/db/database.ts';
import { startApp, type TestApp } from './build-app.ts';
import { type Cast, gatherCast } from './cast.ts';
import type { Client, Reply } from './client.ts';
import { connectEach } from './live-cast.ts';
import type { LiveClient } from './socket-client.ts';

export const inMs = (ms: number) => new Date(Date.now() + ms).toISOString();
const HOUR_MS = 3_600_000;

interface More {
  sendAt?: string;
  referenceId?: string;
  mentionedUserIds?: string[];
}

/** In an hour, unless `sendAt` says when. */
export function schedule(
  author: Client,
  chatId: string,
  content: string,
  more: More = {},
): Promise<Reply<Scheduled>> {
  const body = { sendAt: inMs(HOUR_MS), ...more, content };
  return author.call(scheduleMessage, { params: { chatId }, body: body as never });
}

/** Inserts `count` texts of one author, each due a little later than the one before; no process is notified. */
export async function insertDue(
  { ctx }: TestApp,
  { author, chatId }: { author: Client; chatId: string },
  count: number,
): Promise<void> {
  await ctx.db.run(sql`
    insert into scheduled_messages (uuid, chat_id, sender_id, content, reference_id, mentioned_user_ids, send_at)
    select gen_random_uuid(), c.id, u.id, concat('Aviso ', n), concat('aviso-', n), '{}',
      now() - make_interval(secs => ${count + 10} - n)
    from chats c, users u, generate_series(1, ${count}::int) as n
    where c.uuid = ${chatId} and u.uuid = ${author.uuid}`);
}

/** Its time has come; the process looks at once. */
export async function makeDue({ ctx }: TestApp, { uuid }: { uuid: string }): Promise<void> {
  await ctx.db.run(
    sql`update scheduled_messages set send_at = clock_timestamp() where uuid = ${uuid}`,
  );
  ctx.scheduled.wake(0);
}

/** Its time was so long ago. */
export async function makeOverdue(
  { ctx }: TestApp,
  { uuid }: { uuid: string },
  minutes: number,
): Promise<void> {
  await ctx.db.run(sql`
    update scheduled_messages set send_at = clock_timestamp() - make_interval(mins => ${minutes}::int)
    where uuid = ${uuid}`);
  ctx.scheduled.wake(0);
}

const NAMES = ['ana', 'anaToo', 'bruno', 'carla', 'diego', 'elena'] as const;

/** A server with the cast, whose people listen; Ana has two devices. */
export interface ScheduledWorld {
  app: TestApp;
  cast: Cast;
  live: Record<(typeof NAMES)[number], LiveClient>;
  /** The sockets forget what they received. */
  forget(): void;
  close(): Promise<void>;
}

export async function startScheduledWorld(): Promise<ScheduledWorld> {
  const app = await startApp();
  const cast = await gatherCast(app);
  const live = await connectEach(NAMES, { ...cast, anaToo: await app.signIn(cast.ana.email) });
  return {
    app,
    cast,
    live,
    forget() {
      for (const socket of Object.values(live)) socket.forget();
    },
    async close() {
      for (const socket of Object.values(live)) socket.close();
      await app.close();
    },
  };
}
