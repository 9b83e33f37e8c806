import type { Hold, HoldState } from '@chat/contract/holds';
import * as routes from '@chat/contract/holds';
import type { BodyOf, Page } from '@chat/contract/route';
import type { Db } from '../../../db/database.ts';
import { pageFrom } from '../../../db/page.ts';
import { type Answer, answerList } from '../../../http/answer.ts';
import type { Router } from '../../../http/route.ts';
import type { Viewer } from '../../../http/viewer.ts';
import { hourly, type Job, rest } from '../../../jobs/worker.ts';
import { forbidden, notFound } from '../../../shared/errors.ts';
import { recordAct } from '../../audit/audit.actions.ts';
import type { ChatContext } from '../context.ts';
import { discardFiles } from '../files/files.actions.ts';
import {
  findHold,
  findHoldableChat,
  findHoldableUser,
  findHolds,
  findReleased,
  type HoldRow,
  type HoldTarget,
  type ListedHoldRow,
  lockHolds,
  lockHoldsForRemoval,
  removeHold,
  removeKept,
  upsertHold,
} from '../store/holds.queries.ts';
import { chatTexts } from '../texts/chat.texts.ts';

type Wanted = BodyOf<typeof routes.holdChat>;
type Concerned = { chatId: number } | { targetUuid: string };

/** Returns what is to be held, or throws: asked once no erasure is under way any more. */
type AccessHoldable = (tx: Db) => Promise<{ held: HoldTarget; concerned: Concerned }>;

/** Whatever SUPERVISION says (rules/holds 6). */
function assertSupervisor({ isSupervisor }: Viewer): void {
  if (!isSupervisor) throw forbidden(chatTexts.notSupervisor);
}

/** From the answer on nothing that it keeps is removed; it brings nothing back (rules/holds 3). */
async function setHold(
  { db }: Pick<ChatContext, 'db'>,
  viewer: Viewer,
  access: AccessHoldable,
  wanted: Wanted,
): Promise<HoldState> {
  const row = await db.transaction(async (tx) => {
    await lockHolds(tx);
    const { held, concerned } = await access(tx);
    const before = await findHold(tx, held);
    if (!wanted.hold) {
      if (!before) return undefined;
      await removeHold(tx, held);
      await recordAct(tx, viewer, 'HOLD_ENDED', { ...concerned, detail: before.reason });
      return undefined;
    }
    const { reason } = wanted;
    if (before?.reason === reason) return before;
    await upsertHold(tx, held, { reason, setBy: viewer.id });
    await recordAct(tx, viewer, 'HOLD_SET', { ...concerned, detail: reason });
    return findHold(tx, held);
  });
  return presentState(row);
}

const presentState = (row: HoldRow | undefined): HoldState => ({
  hold: row !== undefined,
  reason: row?.reason ?? null,
  since: row?.since.toISOString() ?? null,
});

/** A chat of a deleted group, too; a personal one is held with its person alone (rules/holds 1). */
async function holdChat(ctx: ChatContext, viewer: Viewer, chatUuid: string, wanted: Wanted) {
  const access = async (tx: Db) => {
    const chat = await findHoldableChat(tx, chatUuid);
    if (!chat) throw notFound();
    // Afterwards, since a personal chat is there for nobody else (rules/supervision 5).
    assertSupervisor(viewer);
    return { held: { chatId: chat.id }, concerned: { chatId: chat.id } };
  };
  return setHold(ctx, viewer, access, wanted);
}

/** A deleted person, too. */
async function holdUser(ctx: ChatContext, viewer: Viewer, userUuid: string, wanted: Wanted) {
  assertSupervisor(viewer);
  const access = async (tx: Db) => {
    const user = await findHoldableUser(tx, userUuid);
    if (!user) throw notFound();
    return { held: { userId: user.id }, concerned: { targetUuid: user.uuid } };
  };
  return setHold(ctx, viewer, access, wanted);
}

function presentHold(row: ListedHoldRow): Hold {
  const { chatUuid, userUuid, userEmail, groupName, memberEmails, reason, since, by } = row;
  const pair = memberEmails.toSorted().join(' / ');
  const name = userEmail ?? [pair, groupName].filter(Boolean).join(' · ');
  return { chatId: chatUuid, userId: userUuid, name, reason, since: since.toISOString(), by };
}

async function listHolds(
  { db }: ChatContext,
  viewer: Viewer,
  query: Partial<Page>,
): Promise<Answer<Hold[]>> {
  assertSupervisor(viewer);
  const { rows, page } = await findHolds(db, pageFrom(query));
  return answerList(rows.map(presentHold), page);
}

export function registerHoldRoutes(router: Router, ctx: ChatContext): void {
  router.serve(routes.holdChat, ({ viewer, params, body }) =>
    holdChat(ctx, viewer, params.chatId, body),
  );
  router.serve(routes.holdUser, ({ viewer, params, body }) =>
    holdUser(ctx, viewer, params.userId, body),
  );
  router.serve(routes.listHolds, ({ viewer, query }) => listHolds(ctx, viewer, query));
}

const AT_ONCE = 500;

/** Removes what was kept for holds that have ended (rules/holds 7). */
export async function removeReleased(
  ctx: Pick<ChatContext, 'db' | 'storage' | 'log'>,
  signal: AbortSignal = new AbortController().signal,
): Promise<void> {
  for (let released = AT_ONCE; released === AT_ONCE && !signal.aborted; ) {
    const since = performance.now();
    const fileUuids = await ctx.db.transaction(async (tx) => {
      await lockHoldsForRemoval(tx);
      const messages = await findReleased(tx, AT_ONCE);
      released = messages.length;
      return released > 0 ? removeKept(tx, messages) : [];
    });
    await discardFiles(ctx, fileUuids);
    await rest(since, signal);
  }
}

export const removeReleasedHourly = (ctx: ChatContext): Job =>
  hourly(
    (signal) => removeReleased(ctx, signal),
    (error) => ctx.log.error({ err: error }, 'what ended holds had kept was not removed'),
  );
