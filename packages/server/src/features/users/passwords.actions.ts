import type { Context } from '../../context.ts';
import { invalidField, unauthorized } from '../../http/errors.ts';
import type { Viewer } from '../../http/viewer.ts';
import { hashPassword, isOutdatedHash, verifyPassword } from '../../security/passwords.ts';
import { accessUser } from './users.access.ts';
import { findPasswordHash, updatePassword, updatePasswordHash } from './users.queries.ts';
import { usersTexts } from './users.texts.ts';

/** Ends the viewer's other sessions (contract §2 Auth). */
export async function changeOwnPassword(
  ctx: Context,
  viewer: Viewer,
  input: { currentPassword: string; password: string },
): Promise<null> {
  const current = await findPasswordHash(ctx.db, viewer.id);
  if (current === undefined) throw unauthorized();
  if (!(await verifyPassword(current, input.currentPassword))) {
    throw invalidField('currentPassword', usersTexts.wrongPassword);
  }
  await updatePassword(ctx.db, viewer.id, await hashPassword(input.password));
  await ctx.sessions.end({ userId: viewer.id, except: viewer.sessionId }, 'password');
  return null;
}

/** The hash to go on with for a password that has just been found right: a new one where the stored one cost too little. */
export async function refreshPasswordHash(
  ctx: Pick<Context, 'db'>,
  user: { id: number; passwordHash: string },
  password: string,
): Promise<string> {
  if (!isOutdatedHash(user.passwordHash)) return user.passwordHash;
  const refreshed = await hashPassword(password);
  await updatePasswordHash(ctx.db, user.id, user.passwordHash, refreshed);
  return refreshed;
}

/** Ends all sessions of the user (contract §2 Auth). */
export async function setUserPassword(
  ctx: Pick<Context, 'db' | 'sessions'>,
  userUuid: string,
  password: string,
): Promise<null> {
  const { id } = await accessUser(ctx.db, userUuid);
  await updatePassword(ctx.db, id, await hashPassword(password));
  await ctx.sessions.end({ userId: id }, 'password');
  return null;
}
