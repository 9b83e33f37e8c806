import { sql } from '../src/db/database.ts';
import type { TestApp } from './build-app.ts';

/** Makes the message this old, so that the test need not wait. */
export async function sentMinutesAgo(
  { ctx }: Pick<TestApp, 'ctx'>,
  messageUuid: string,
  minutes: number,
): Promise<void> {
  await ctx.db.run(sql`
    update messages set created_at = clock_timestamp() - make_interval(secs => ${minutes * 60}::float8)
    where uuid = ${messageUuid}`);
}
