import { hourly, type Repeated, rest } from '../../../shared/every.ts';
import { lookAtClock } from '../../clock/clock.actions.ts';
import type { ChatContext } from '../context.ts';
import { removeOriginalsBefore } from '../store/originals.queries.ts';

const DAY_MS = 86_400_000;
const AT_ONCE = 500;

type Deps = Pick<ChatContext, 'db' | 'log' | 'config'>;

/** Removes for good the originals that are past their time at `now`, if the clock is believed (rules/edits 11). */
export async function removeAgedOriginals(
  ctx: Deps,
  now: Date,
  signal: AbortSignal = new AbortController().signal,
): Promise<void> {
  if (!(await lookAtClock(ctx, now))) return;
  const time = new Date(now.getTime() - ctx.config.originalsDays * DAY_MS);
  for (let removed = AT_ONCE; removed === AT_ONCE && !signal.aborted; ) {
    const since = performance.now();
    removed = await removeOriginalsBefore(ctx.db, time, AT_ONCE);
    await rest(since, signal);
  }
}

export const removeAgedOriginalsHourly = (ctx: ChatContext): Repeated =>
  hourly(
    (signal) => removeAgedOriginals(ctx, new Date(), signal),
    (error) => ctx.log.error({ err: error }, 'originals were not removed by age'),
  );
