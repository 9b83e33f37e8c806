import type { Information } from '@chat/contract/information';
import type { Viewer } from '../../../http/viewer.ts';
import { hourly, type Job, rest } from '../../../jobs/worker.ts';
import { recordAct } from '../../audit/audit.actions.ts';
import { checkClock } from '../../clock/clock.actions.ts';
import { accessInformation } from '../access/chat.access.ts';
import type { ChatContext } from '../context.ts';
import {
  compactHour,
  findInformation,
  lockHourToCompact,
} from '../store/receipt-history.queries.ts';

/** The readers and receivers of a message, for its author, or, recorded, for an administrator (rules/information 1). */
export async function getInformation(
  { db }: ChatContext,
  viewer: Viewer,
  messageUuid: string,
): Promise<Information> {
  const { chat, message } = await accessInformation(db, viewer, messageUuid);
  const { seq, senderId } = message;
  const information = await findInformation(db, { chatId: chat.id, seq, senderId });
  if (senderId !== viewer.id || !chat.isMember) {
    await recordAct(db, viewer, 'INFO', {
      chatId: chat.id,
      messageUuid,
      messageSenderId: senderId,
    });
  }
  return information;
}

const HOUR_MS = 3_600_000;
const EXACT_DAYS = 90;

type Deps = Pick<ChatContext, 'db' | 'log'>;

/** Leaves one row an hour of advances that are older than 90 days at `now` (rules/information 6). */
export async function compactAgedHistory(
  ctx: Deps,
  now: Date,
  signal: AbortSignal = new AbortController().signal,
): Promise<void> {
  if (!(await checkClock(ctx, now))) return;
  const before = now.getTime() - EXACT_DAYS * 24 * HOUR_MS;
  for (let isDue = true; isDue && !signal.aborted; ) {
    const since = performance.now();
    isDue = await compactNextHour(ctx.db, before);
    await rest(since, signal);
  }
}

const compactNextHour = (db: Deps['db'], before: number): Promise<boolean> =>
  db.transaction(async (tx) => {
    const hour = await lockHourToCompact(tx);
    const next = new Date(hour.getTime() + HOUR_MS);
    if (next.getTime() > before) return false;
    await compactHour(tx, hour, next);
    return true;
  });

export const compactAgedHistoryHourly = (ctx: ChatContext): Job =>
  hourly(
    (signal) => compactAgedHistory(ctx, new Date(), signal),
    (error) => ctx.log.error({ err: error }, 'old times of marks were not folded'),
  );
