import type { OwnSession } from '@chat/contract/auth';
import * as routes from '@chat/contract/auth';
import type { QueryOf } from '@chat/contract/route';
import { pageFrom } from '../../db/page.ts';
import { type Answer, answerPart } from '../../http/answer.ts';
import type { Router } from '../../http/route.ts';
import type { Viewer } from '../../http/viewer.ts';
import { notFound } from '../../shared/errors.ts';
import { findOwnSession, findOwnSessions } from './auth.queries.ts';
import type { AuthContext } from './context.ts';

/** The caller's sessions that still let them in, last used first (rules/sessions 26). */
async function listOwnSessions(
  ctx: AuthContext,
  viewer: Viewer,
  query: QueryOf<typeof routes.listOwnSessions>,
): Promise<Answer<OwnSession[]>> {
  const rows = await findOwnSessions(ctx.db, viewer.id);
  const live = ctx.sessions.withLastUses(viewer, rows);
  // The caller's own is in use now: among those of the same millisecond it is the last.
  const lastUse = ({ sessionId, lastUsedAt }: (typeof live)[number]) =>
    sessionId === viewer.sessionId ? Number.POSITIVE_INFINITY : lastUsedAt.getTime();
  const sessions = live
    .sort((one, other) => lastUse(other) - lastUse(one))
    .map(({ uuid, deviceUuid, deviceName, address, createdAt, lastUsedAt, sessionId }) => ({
      uuid,
      device: { uuid: deviceUuid, name: deviceName },
      address,
      createdAt: createdAt.toISOString(),
      lastUsedAt: lastUsedAt.toISOString(),
      current: sessionId === viewer.sessionId,
    }));
  return answerPart(sessions, pageFrom(query));
}

/** Ends it as its owner; the device stays approved (rules/sessions 27). */
async function endOwnSession(ctx: AuthContext, viewer: Viewer, uuid: string): Promise<null> {
  const session = await findOwnSession(ctx.db, viewer.id, uuid);
  if (!session) throw notFound();
  await ctx.sessions.end({ sessionId: session.id }, 'owner', viewer.address);
  return null;
}

async function endOtherSessions(
  ctx: AuthContext,
  { id, sessionId, address }: Viewer,
): Promise<null> {
  await ctx.sessions.end({ userId: id, except: sessionId }, 'owner', address);
  return null;
}

export function registerOwnSessionRoutes(router: Router, ctx: AuthContext): void {
  router.serve(routes.listOwnSessions, ({ viewer, query }) => listOwnSessions(ctx, viewer, query));
  router.serve(routes.endOwnSession, ({ viewer, params }) =>
    endOwnSession(ctx, viewer, params.sessionId),
  );
  router.serve(routes.endOtherSessions, ({ viewer }) => endOtherSessions(ctx, viewer));
}
