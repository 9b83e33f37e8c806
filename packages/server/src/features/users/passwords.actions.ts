import type { LoginResponse } from '@chat/contract/auth/auth.schema';
import type { Context } from '../../context.ts';
import { invalidField, unauthorized } from '../../http/errors.ts';
import type { Viewer } from '../../http/viewer.ts';
import { hashPassword, isOutdatedHash, verifyPassword } from '../../security/passwords.ts';
import { recordAct } from '../audit/audit.actions.ts';
import { takePasswordReset, updatePasswordReset } from './password-resets.queries.ts';
import { accessUser } from './users.access.ts';
import {
  findPasswordHash,
  updateOwnPassword,
  updatePassword,
  updatePasswordHash,
} from './users.queries.ts';
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
  const change = { from: current, to: await hashPassword(input.password) };
  // Another password was set meanwhile, or the session ended: whoever did that has the last word.
  if ((await updateOwnPassword(ctx.db, viewer, change)) === 0) throw unauthorized();
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

/** That somebody else has set the user's password, for the sign-in to tell; once for each device. */
export async function passwordResetToTell(
  ctx: Pick<Context, 'db'>,
  userId: number,
  deviceId: number,
): Promise<LoginResponse['passwordReset']> {
  const reset = await takePasswordReset(ctx.db, userId, deviceId);
  return reset && { by: reset.by, at: reset.at.toISOString() };
}

/** Who sets another administrator's password could act under that name: a session alone is not enough. */
async function refuseWithoutOwnPassword(
  ctx: Pick<Context, 'db'>,
  viewer: Viewer,
  currentPassword: string | undefined,
): Promise<void> {
  if (currentPassword === undefined) {
    throw invalidField('currentPassword', usersTexts.ownPasswordNeeded);
  }
  const own = await findPasswordHash(ctx.db, viewer.id);
  if (own === undefined) throw unauthorized();
  if (await verifyPassword(own, currentPassword)) return;
  throw invalidField('currentPassword', usersTexts.wrongPassword);
}

/** Ends all sessions of the user, who is told at their next sign-in (contract §2 Auth). */
export async function setUserPassword(
  ctx: Pick<Context, 'db' | 'sessions'>,
  viewer: Viewer | undefined,
  userUuid: string,
  { password, currentPassword }: { password: string; currentPassword?: string | undefined },
): Promise<null> {
  const { id, isAdmin } = await accessUser(ctx.db, userUuid);
  if (viewer && isAdmin && id !== viewer.id) {
    await refuseWithoutOwnPassword(ctx, viewer, currentPassword);
  }
  const passwordHash = await hashPassword(password);
  await ctx.db.transaction(async (tx) => {
    await updatePassword(tx, id, passwordHash);
    if (id !== viewer?.id) await updatePasswordReset(tx, id, viewer?.id);
    await recordAct(tx, viewer, 'PASSWORD_SET', { targetUuid: userUuid });
  });
  await ctx.sessions.end({ userId: id }, 'password');
  return null;
}
