import type { LoginResponse } from '@chat/contract/auth';
import type { Db } from '../../../db/database.ts';
import { plainAddress } from '../../../http/addresses.ts';
import type { Viewer } from '../../../http/viewer.ts';
import { hashPassword, isOutdatedHash, verifyStored } from '../../../security/passwords.ts';
import { forbidden, invalidField, unauthorized } from '../../../shared/errors.ts';
import { type Actor, recordAct } from '../../audit/audit.actions.ts';
import type { ChatContext } from '../../chat/context.ts';
import { markResetSeen } from '../../devices/devices.actions.ts';
import {
  findDeviceOfSession,
  findPasswordHash,
  hasBegunByCompany,
  lockPasswordReset,
  updateOwnPassword,
  updatePassword,
  updatePasswordHash,
  updatePasswordReset,
  updatePasswordResetSeen,
} from './passwords.queries.ts';
import { accessUser, usersTexts } from './users.access.ts';
import { updateSecondStep } from './users.queries.ts';

/** The caller and their address. */
export interface Caller {
  viewer: Viewer;
  address: string;
}

export const callerOf = (call: { viewer: Viewer; request: { ip: string } }): Caller => ({
  viewer: call.viewer,
  address: plainAddress(call.request.ip),
});

/** Throws where the company's own sign-in is the only way in. */
export function assertPasswordLogin({ config }: Pick<ChatContext, 'config'>): void {
  const { oidc, passwordLogin } = config;
  if (!passwordLogin && oidc) throw forbidden(usersTexts.companyOnly(oidc.name));
}

type ProofContext = Pick<ChatContext, 'config' | 'db' | 'loginLimits'>;

const JUST_NOW_MS = 5 * 60_000;

/** Throws unless the caller, who has no password, has just come in by the company's sign-in (rules/company-sign-in 12). */
async function assertJustSignedIn(
  { config, db }: ProofContext,
  { sessionId }: Viewer,
  field: string,
): Promise<void> {
  const since = new Date(Date.now() - JUST_NOW_MS);
  if (await hasBegunByCompany(db, sessionId, since)) return;
  const { wrongPassword, companyAgain } = usersTexts;
  const text = config.oidc ? companyAgain(config.oidc.name) : wrongPassword;
  throw invalidField(field, text);
}

interface Proof {
  /** The field of the body that has the password. */
  field?: string;
  onVerified?: (hash: string | null) => Promise<void>;
}

/**
 * Checks the caller's own password under the limits of the sign-in, and calls `onVerified` with its hash. The hash is
 * null if the caller has no password: then a recent company sign-in is the proof.
 */
async function withOwnPassword(
  ctx: ProofContext,
  { viewer, address }: Caller,
  password: string,
  { field = 'currentPassword', onVerified = async () => {} }: Proof = {},
): Promise<void> {
  const { db, loginLimits } = ctx;
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
      if (current === null) await assertJustSignedIn(ctx, viewer, field);
      else if (!(await verifyStored(current, password))) return false;
      await onVerified(current);
      return true;
    },
  );
  if (!isRight) throw invalidField(field, usersTexts.wrongPassword);
}

/** Asks for the password where a session alone is not enough. `needed`: the error's text if the password is missing. */
export async function assertOwnPassword(
  ctx: ProofContext,
  caller: Caller,
  password: string | undefined,
  needed: string,
  field = 'currentPassword',
): Promise<void> {
  await assertGiven(ctx, caller.viewer, password, invalidField(field, needed));
  await withOwnPassword(ctx, caller, password ?? '', { field });
}

/** Throws if the caller has a password and gave none. A caller without a password cannot give one. */
async function assertGiven(
  { db }: ProofContext,
  { id }: Viewer,
  password: string | undefined,
  missing: Error,
): Promise<void> {
  if (!password && (await findPasswordHash(db, id)) !== null) throw missing;
}

interface ChosenPassword {
  /** Undefined for a caller who has no password yet (rules/company-sign-in 12). */
  currentPassword?: string | undefined;
  password: string;
}

/** Changes the caller's password, and ends their other sessions (rules/sessions 5). */
export async function changeOwnPassword(
  ctx: ChatContext,
  caller: Caller,
  { currentPassword, password }: ChosenPassword,
): Promise<null> {
  const { viewer } = caller;
  assertPasswordLogin(ctx);
  const missing = invalidField('currentPassword', usersTexts.passwordNeeded);
  await assertGiven(ctx, viewer, currentPassword, missing);
  let change: { from: string | null; to: string } = { from: null, to: '' };
  // The new hash costs as much as the check: both share one place of the limiter.
  await withOwnPassword(ctx, caller, currentPassword ?? '', {
    async onVerified(from) {
      // The administrator who chose the current password knows it.
      if (viewer.requirements.mustChangePassword && password === currentPassword) {
        throw invalidField('password', usersTexts.samePassword);
      }
      change = { from, to: await hashPassword(password) };
    },
  });
  // The change fails if another password was set since the check, or the session has ended.
  const others = { userId: viewer.id, except: viewer.sessionId };
  const announceEnds = await ctx.db.transaction(async (tx) => {
    if ((await updateOwnPassword(tx, viewer, change)) === 0) throw unauthorized();
    return ctx.sessions.endIn(tx, others, 'password');
  });
  await announceEnds();
  return null;
}

/**
 * Hashes a password again that was just verified, if its stored hash is outdated. Returns the hash that counts from now
 * on: after several sign-ins at once that of the first one.
 */
export async function refreshPasswordHash(
  { db }: Pick<ChatContext, 'db'>,
  { id, passwordHash }: { id: number; passwordHash: string | null },
  password: string,
): Promise<string | null> {
  if (passwordHash === null || !isOutdatedHash(passwordHash)) return passwordHash;
  const refreshed = await hashPassword(password);
  if ((await updatePasswordHash(db, id, passwordHash, refreshed)) > 0) return refreshed;
  const stored = await findPasswordHash(db, id);
  return stored && (await verifyStored(stored, password)) ? stored : passwordHash;
}

/** Locks the person until the commit, so that a sign-in that was checked earlier begins no session afterwards. */
export async function setHasSecondStep(tx: Db, userId: number, value: boolean): Promise<void> {
  await updateSecondStep(tx, userId, value);
}

/** Returns once for each device that somebody else has set the user's password, for the answer to the sign-in. */
export async function takePasswordReset(
  ctx: Pick<ChatContext, 'db'>,
  userId: number,
  device: { id: number; isResetUnseen: boolean },
): Promise<LoginResponse['passwordReset']> {
  if (!device.isResetUnseen) return undefined;
  const reset = await ctx.db.transaction(async (tx) => {
    const last = await lockPasswordReset(tx, userId);
    if (!last || !(await markResetSeen(tx, device.id))) return undefined;
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
 * An administrator sets somebody's password. Another administrator's password needs the caller's own: with it the caller
 * could act under that name, so that a session alone is not enough.
 */
export async function setUserPassword(
  ctx: ChatContext,
  caller: Caller,
  userUuid: string,
  { password, currentPassword }: NewPassword,
): Promise<null> {
  assertPasswordLogin(ctx);
  const { id, isAdmin } = await accessUser(ctx.db, userUuid);
  const isOthers = id !== caller.viewer.id;
  if (isAdmin && isOthers) {
    await assertOwnPassword(ctx, caller, currentPassword, usersTexts.ownPasswordNeeded);
  }
  const passwordHash = await ctx.loginLimits.runAfterChecks(caller.viewer.id, () =>
    hashPassword(password),
  );
  const mustChange = isOthers && ctx.config.firstPassword === 'change';
  return replacePassword(ctx, caller.viewer, userUuid, passwordHash, mustChange);
}

/** Ends all sessions of the user, who is told at their next sign-in (rules/sessions 19, 21; rules/sign-in 25). */
export async function replacePassword(
  ctx: Pick<ChatContext, 'db' | 'sessions'>,
  actor: Actor,
  userUuid: string,
  passwordHash: string,
  mustChange = false,
): Promise<null> {
  const { id } = await accessUser(ctx.db, userUuid);
  const announceEnds = await ctx.db.transaction(async (tx) => {
    await updatePassword(tx, id, { passwordHash, mustChange });
    const isOwn = id === actor?.id;
    if (!isOwn) await updatePasswordReset(tx, id, actor?.id);
    const action = isOwn ? 'PASSWORD_CHANGED' : 'PASSWORD_SET';
    await recordAct(tx, actor, action, { targetUuid: userUuid });
    return ctx.sessions.endIn(tx, { userId: id }, 'password');
  });
  await announceEnds();
  return null;
}
