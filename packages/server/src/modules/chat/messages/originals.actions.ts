import type { Original } from '@chat/contract/messages';
import type { Page } from '@chat/contract/route';
import type { Db } from '../../../db/database.ts';
import { pageFrom } from '../../../db/page.ts';
import { type Answer, answerList } from '../../../http/answer.ts';
import type { Viewer } from '../../../http/viewer.ts';
import { hourly, type Job, rest } from '../../../jobs/worker.ts';
import { recordAct } from '../../audit/audit.actions.ts';
import { checkClock } from '../../clock/clock.actions.ts';
import { accessReadableMessage } from '../access/chat.access.ts';
import type { ChatContext } from '../context.ts';
import type { ChatRow } from '../store/chats.queries.ts';
import {
  findOriginals,
  insertOriginal,
  type OriginalRow,
  type OwnMessageRow,
  removeOriginalsBefore,
} from '../store/edit-message.queries.ts';
import { lockHoldsForRemoval } from '../store/holds.queries.ts';
import { hideHeldOriginalsBefore, insertKept } from '../store/kept.queries.ts';

// One message can have been edited thousands of times.
const FIRST_PAGE: Page = { page: 1, size: 50 };

interface Replaced extends OwnMessageRow {
  until: Date;
  reason: Original['reason'];
}

/** Personal chats keep none (rules/edits 12). */
export const keepsOriginals = (
  { config }: Pick<ChatContext, 'config'>,
  chat: Pick<ChatRow, 'kind'>,
): boolean => chat.kind !== 'PERSONAL' && config.originalsDays > 0;

/** Keeps the message's text so far; where nobody would read it, for a hold alone. */
export async function storeOriginal(
  ctx: Pick<ChatContext, 'config'>,
  tx: Db,
  chat: Pick<ChatRow, 'id' | 'kind'>,
  before: Replaced,
): Promise<void> {
  const isHidden = !keepsOriginals(ctx, chat);
  if (isHidden && !before.isHeld) return;
  await insertOriginal(tx, { ...before, chatId: chat.id, messageId: before.id, isHidden });
  if (isHidden) await insertKept(tx, chat.id, before.id);
}

const presentOriginal = ({ mentions, since, until, ...said }: OriginalRow): Original => ({
  ...said,
  mentions: mentions ?? [],
  from: since.toISOString(),
  until: until.toISOString(),
});

/** The message's earlier texts, oldest first, without the present one. Each reading is recorded (rules/edits 10). */
export async function listOriginals(
  { db, config }: ChatContext,
  viewer: Viewer,
  messageUuid: string,
  query: Partial<Page> = {},
): Promise<Answer<Original[]>> {
  const { chat, message } = await accessReadableMessage(db, viewer, messageUuid);
  const { rows, page } = await findOriginals(
    db,
    { id: message.id, chatId: chat.id },
    config.originalsDays,
    pageFrom(query) ?? FIRST_PAGE,
  );
  const { senderId: messageSenderId } = message;
  await recordAct(db, viewer, 'HISTORY', { chatId: chat.id, messageUuid, messageSenderId });
  return answerList(rows.map(presentOriginal), page);
}

const DAY_MS = 86_400_000;
const AT_ONCE = 500;

type Deps = Pick<ChatContext, 'db' | 'log' | 'config'>;

/**
 * Removes for good the originals that are past their time at `now`, if the clock is believed (rules/edits 11). Held
 * ones are out of sight from then on, whatever the setting says later (rules/holds 4).
 */
export async function removeAgedOriginals(
  ctx: Deps,
  now: Date,
  signal: AbortSignal = new AbortController().signal,
): Promise<void> {
  if (!(await checkClock(ctx, now))) return;
  const time = new Date(now.getTime() - ctx.config.originalsDays * DAY_MS);
  for (const end of [removeOriginalsBefore, hideHeldOriginalsBefore]) {
    for (let ended = AT_ONCE; ended === AT_ONCE && !signal.aborted; ) {
      const since = performance.now();
      ended = await ctx.db.transaction(async (tx) => {
        await lockHoldsForRemoval(tx);
        return end(tx, time, AT_ONCE);
      });
      await rest(since, signal);
    }
  }
}

export const removeAgedOriginalsHourly = (ctx: ChatContext): Job =>
  hourly(
    (signal) => removeAgedOriginals(ctx, new Date(), signal),
    (error) => ctx.log.error({ err: error }, 'originals were not removed by age'),
  );
