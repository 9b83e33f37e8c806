import type { LoginResponse } from '@chat/contract/auth';
import type { Viewer } from '../../../http/viewer.ts';
import { hashPassword, isOutdatedHash, verifyPassword } from '../../../security/passwords.ts';
import { invalidField, unauthorized } from '../../../shared/errors.ts';
import { type Actor, recordAct } from '../../audit/audit.actions.ts';
import type { ChatContext } from '../../chat/context.ts';
import { isResetUnseen, markResetSeen } from '../../devices/devices.actions.ts';
import { accessUser, usersTexts } from './users.access.ts';
import {
  findDeviceOfSession,
  findPasswordHash,
  lockPasswordReset,
  updateOwnPassword,
  updatePassword,
  updatePasswordHash,
  updatePasswordReset,
  updatePasswordResetSeen,
} from './users.queries.ts';

/** The caller and their address. */
export interface Caller {
  viewer: Viewer;
  address: string;
}

/**
 * Does something with the hash that the caller's own password is found to match; guessed as slowly as at the sign-in.
 */
async function withOwnPassword(
  { db, loginLimits }: Pick<ChatContext, 'db' | 'loginLimits'>,
  { viewer, address }: Caller,
  password: string,
  work: (hash: string) => Promise<void> = async () => {},
): Promise<void> {
  const isRight = await loginLimits.attempt(
    {
      address,
      email: viewer.email,
      personId: viewer.id,
      findApprovedDevice: () => findDeviceOfSession(db, viewer.sessionId),
    },
    async () => {
      const current = await findPasswordHash(db, viewer.id);
      if (current === undefined) throw unauthorized();
      if (!(await verifyPassword(current, password))) return false;
      await work(current);
      return true;
    },
  );
  if (!isRight) throw invalidField('currentPassword', usersTexts.wrongPassword);
}

/** For what a session alone is not enough; `needed` says so where the password is missing. */
export async function assertOwnPassword(
  ctx: Pick<ChatContext, 'db' | 'loginLimits'>,
  caller: Caller,
  password: string | undefined,
  needed: string,
): Promise<void> {
  if (password === undefined) throw invalidField('currentPassword', needed);
  await withOwnPassword(ctx, caller, password);
}

/** Ends the viewer's other sessions (rules/sessions 5). */
export async function changeOwnPassword(
  ctx: ChatContext,
  caller: Caller,
  input: { currentPassword: string; password: string },
): Promise<null> {
  const { viewer } = caller;
  let change = { from: '', to: '' };
  // The new hash costs as much as the check: both are one turn.
  await withOwnPassword(ctx, caller, input.currentPassword, async (from) => {
    change = { from, to: await hashPassword(input.password) };
  });
  // Another password was set meanwhile, or the session ended: that counts.
  if ((await updateOwnPassword(ctx.db, viewer, change)) === 0) throw unauthorized();
  await ctx.sessions.end({ userId: viewer.id, except: viewer.sessionId }, 'password');
  return null;
}

/**
 * The hash to go on with for a password that has just been found right: a new one where the stored one cost too little.
 */
export async function refreshPasswordHash(
  ctx: Pick<ChatContext, 'db'>,
  user: { id: number; passwordHash: string },
  password: string,
): Promise<string> {
  if (!isOutdatedHash(user.passwordHash)) return user.passwordHash;
  const refreshed = await hashPassword(password);
  await updatePasswordHash(ctx.db, user.id, user.passwordHash, refreshed);
  return refreshed;
}

/** Takes the note that somebody else has set the user's password, for the sign-in to tell; once for each device. */
export async function takePasswordReset(
  ctx: Pick<ChatContext, 'db'>,
  userId: number,
  deviceId: number,
): Promise<LoginResponse['passwordReset']> {
  if (!(await isResetUnseen(ctx, deviceId))) return undefined;
  const reset = await ctx.db.transaction(async (tx) => {
    const last = await lockPasswordReset(tx, userId);
    if (!last || !(await markResetSeen(tx, deviceId))) return undefined;
    await updatePasswordResetSeen(tx, userId);
    return last;
  });
  return reset && { by: reset.by, at: reset.at.toISOString() };
}

interface NewPassword {
  password: string;
  currentPassword?: string | undefined;
}

/**
 * By an administrator. Another administrator's password needs the caller's own: with it the caller could act under that
 * name, so that a session alone is not enough.
 */
export async function setUserPassword(
  ctx: ChatContext,
  caller: Caller,
  userUuid: string,
  { password, currentPassword }: NewPassword,
): Promise<null> {
  const { id, isAdmin } = await accessUser(ctx.db, userUuid);
  if (isAdmin && id !== caller.viewer.id) {
    await assertOwnPassword(ctx, caller, currentPassword, usersTexts.ownPasswordNeeded);
  }
  const passwordHash = await ctx.loginLimits.runAfterChecks(caller.viewer.id, () =>
    hashPassword(password),
  );
  return replacePassword(ctx, caller.viewer, userUuid, passwordHash);
}

/** Ends all sessions of the user, who is told at their next sign-in (rules/sessions 19, 21). */
export async function replacePassword(
  ctx: Pick<ChatContext, 'db' | 'sessions'>,
  actor: Actor,
  userUuid: string,
  passwordHash: string,
): Promise<null> {
  const { id } = await accessUser(ctx.db, userUuid);
  await ctx.db.transaction(async (tx) => {
    await updatePassword(tx, id, passwordHash);
    if (id !== actor?.id) await updatePasswordReset(tx, id, actor?.id);
    await recordAct(tx, actor, 'PASSWORD_SET', { targetUuid: userUuid });
  });
  await ctx.sessions.end({ userId: id }, 'password');
  return null;
}
