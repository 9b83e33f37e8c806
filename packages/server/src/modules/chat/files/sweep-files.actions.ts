import { hourly } from '../../../shared/every.ts';
import { lookAtClock } from '../../clock/clock.actions.ts';
import type { ChatContext } from '../context.ts';
import { findUnclaimedSince } from '../store/files.queries.ts';
import { removeUnclaimedFiles } from './files.actions.ts';

const HOUR_MS = 3_600_000;
const BATCH = 100;
// The next hour's sweep takes the rest.
const MAX_BATCHES = 50;

type Swept = Pick<ChatContext, 'db' | 'storage' | 'staging'>;

/** Removes files whose message was never stored, or was deleted before they were. */
export async function sweepFiles(ctx: Swept, now: number): Promise<void> {
  const anHourAgo = new Date(now - HOUR_MS);
  await ctx.staging.sweep(anHourAgo);
  for (let batch = 0; batch < MAX_BATCHES; batch++) {
    const uuids = await findUnclaimedSince(ctx.db, anHourAgo, BATCH);
    await removeUnclaimedFiles(ctx, uuids);
    if (uuids.length < BATCH) return;
  }
}

/** By a clock that is not believed an upload under way would be an old one. */
export async function sweepFilesByClock(ctx: Swept & Pick<ChatContext, 'log'>, now: Date) {
  if (await lookAtClock(ctx, now)) await sweepFiles(ctx, now.getTime());
}

/** Sweeps now and every hour, until it is closed. */
export const sweepFilesHourly = (ctx: ChatContext) =>
  hourly(
    () => sweepFilesByClock(ctx, new Date()),
    (error) => ctx.log.error({ err: error }, 'files were not swept'),
  );
