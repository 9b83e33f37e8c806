import type { AppContext } from './app-context.ts';
import { findSchemaState } from './db/migrate.ts';
import type { Refusals } from './http/bounded-log.ts';
import type { Metrics } from './metrics/metrics.ts';
import { getRetentionBlock } from './modules/chat/retention/retention.actions.ts';
import { findScheduledFigures } from './modules/chat/scheduled/scheduled.actions.ts';
import { findIndexBacklog } from './modules/search-index/search-index.actions.ts';
import { partsOf } from './modules/system/system.actions.ts';
import type { Load } from './security/keyed-queue.ts';
import { findBackupAge } from './storage/s3.ts';
import { roomIn } from './storage/storage.ts';

/** The counters beside the context. */
export interface Counted {
  reads: { load(): Load };
  signals: { load(): Load };
  overload: { load(): { underWay: number; refused: number } };
  refusals: Refusals;
}

/** All that is asked for when somebody reads the figures. */
export function observeApp(metrics: Metrics, ctx: AppContext, counted: Counted): void {
  observeParts(metrics, ctx);
  observeQueues(metrics, ctx, counted);
  observeMessages(metrics, ctx);
  observePushes(metrics, ctx);
  metrics.observe({
    name: 'chat_refusals_total',
    help: 'Sign-ins, calls and sockets that were refused, by the reason; the log names the address',
    label: 'reason',
    find: counted.refusals.counts,
  });
  metrics.observe({
    name: 'chat_redis_rejected_total',
    help: 'Entries in Redis that no process of this installation has just written, by the reason',
    label: 'reason',
    find: () => ctx.realtime.rejected(),
  });
}

function observeParts(metrics: Metrics, ctx: AppContext): void {
  const { db, storage, config } = ctx;
  metrics.observe({
    name: 'chat_part_up',
    help: 'Whether database, disk, Redis and store answer and take something in, as /api/health says it',
    label: 'part',
    find: () => askParts(partsOf(ctx)),
  });
  metrics.observe({
    name: 'chat_database_connections',
    help: 'Connections to the database that are at work, and callers that wait for one',
    label: 'state',
    find() {
      const { inUse, waiting } = db.connections();
      return { in_use: inUse, waiting };
    },
  });
  metrics.observe({
    name: 'chat_disk_bytes',
    help: 'Room on the disk of DATA_DIR: what is free, and all of it',
    label: 'kind',
    find: async () => ({ ...(await roomIn(config.dataDir)) }),
  });
  metrics.observe({
    name: 'chat_backup_age_seconds',
    help: 'Seconds since the moment of the last whole backup; +Inf when there was none',
    find: () => findBackupAge(storage, config),
  });
  metrics.observe({
    name: 'chat_migrations',
    help: "Migrations of this version that the data has had or lacks, and a newer version's",
    label: 'state',
    find: async () => ({ ...(await findSchemaState(db)) }),
  });
}

const ANSWER_MS = 3_000;

/** 1 for each part that answers in time, 0 for the others. */
async function askParts(
  parts: Record<string, () => Promise<unknown>>,
): Promise<Record<string, number>> {
  const asked = Object.entries(parts).map(async ([part, ask]) => {
    const late = AbortSignal.timeout(ANSWER_MS);
    const tooLate = new Promise((_, reject) => late.addEventListener('abort', reject));
    const isUp = await Promise.race([ask(), tooLate]).then(
      () => 1,
      () => 0,
    );
    return [part, isUp] as const;
  });
  return Object.fromEntries(await Promise.all(asked));
}

function observeQueues(metrics: Metrics, ctx: AppContext, counted: Counted): void {
  const loads: Record<string, () => Load> = {
    passwords: () => ctx.loginLimits.load(),
    pictures: () => ctx.pictures.load(),
    reads: () => counted.reads.load(),
    search_statements: () => ctx.searchTurns.load(),
    search_texts: () => ctx.readingTurns.load(),
    sends: () => ctx.limits.load(),
    signals: () => counted.signals.load(),
    thumbnails: () => ctx.thumbnails.load(),
  };
  const of = (amount: (load: Load) => number) =>
    Object.fromEntries(Object.entries(loads).map(([queue, load]) => [queue, amount(load())]));
  metrics.observe({
    name: 'chat_queue_waiting',
    help: 'What waits in each queue; commits: messages that wait to be stored',
    label: 'queue',
    find: () => ({ ...of(({ waiting }) => waiting), commits: ctx.messages.counts().waiting }),
  });
  metrics.observe({
    name: 'chat_queue_refused_total',
    help: 'What each queue, or the limits before it, turned away; requests: by overload',
    label: 'queue',
    find: () => ({
      ...of(({ refused }) => refused),
      requests: counted.overload.load().refused,
    }),
  });
  metrics.observe({
    name: 'chat_requests_under_way',
    help: 'Requests that have come in and are being answered',
    find: () => counted.overload.load().underWay,
  });
}

function observeMessages(metrics: Metrics, ctx: AppContext): void {
  metrics.observe({
    name: 'chat_messages_stored_total',
    help: 'Messages that this process has stored since its start, without repeats',
    find: () => ctx.messages.counts().stored,
  });
  metrics.observe({
    name: 'chat_retention_held_messages',
    help: 'Messages past their time that are held back, by what holds them, 100000 at most',
    label: 'by',
    async find() {
      const held = await getRetentionBlock(ctx);
      const amountBy = (by: string) => (held?.by === by ? held.messages : 0);
      return { clock: amountBy('CLOCK'), limit: amountBy('LIMIT') };
    },
  });
  metrics.observe({
    name: 'chat_scheduled_messages',
    help: 'Messages scheduled for later: that wait, of those the ones late by 30 s, and dropped ones',
    label: 'state',
    find: async () => ({ ...(await findScheduledFigures(ctx)) }),
  });
  metrics.observe({
    name: 'chat_search_waiting_messages',
    help: 'Messages that searches do not find yet, by whether they were there before the index',
    label: 'kind',
    async find() {
      const { newMessages, oldMessages } = await findIndexBacklog(ctx);
      return { new: newMessages, old: oldMessages };
    },
  });
}

function observePushes(metrics: Metrics, { push }: AppContext): void {
  metrics.observe({
    name: 'chat_push_waiting',
    help: 'Pushes of all processes that wait for their push service',
    find: async () => (await push.queue()).waiting,
  });
  metrics.observe({
    name: 'chat_push_oldest_seconds',
    help: 'Since when the push that has waited longest waits; what is 300 s old is not pushed any more',
    find: async () => (await push.queue()).oldestSeconds,
  });
  metrics.observe({
    name: 'chat_push_answers_total',
    help: 'What push services answered this process since its start, by the kind',
    label: 'answer',
    find: () => push.answers(),
  });
}
