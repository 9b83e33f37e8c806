import { type LoginResponse, roleOf, type SignInMethod } from '@chat/contract/auth';
import { isForeignKeyViolation } from '../../db/faults.ts';
import { Answer } from '../../http/answer.ts';
import { fileCookie } from '../../http/viewer.ts';
import { AppError, concerning, forbidden } from '../../shared/errors.ts';
import { type FailedBy, recordSignInFailure } from '../audit/sign-in-failures.actions.ts';
import { deviceNameOf, recordDevice, type SeenDevice } from '../devices/record-device.actions.ts';
import { takePasswordReset } from '../directory/users/passwords.actions.ts';
import { requirementsOf } from '../restrictions/required-step.ts';
import type { Credentials } from './auth.queries.ts';
import type { AuthContext } from './context.ts';
import { fileKeyOf } from './sessions.ts';
import { takeTotpRemoved } from './two-steps/two-steps.actions.ts';

const admitTexts = {
  blocked: 'Tu usuario está bloqueado. Contacta con un administrador.',
  devicePending: 'Tu dispositivo está pendiente de autorización. Contacta con un administrador.',
};

/** A person after the proof of who they are: the right password and code, or the company's sign-in. */
export interface Proven {
  user: Credentials;
  method: SignInMethod;
  /** The second step that was passed, as its secret is stored; null where none of ours was asked for. */
  secondStep: Buffer | null;
  /**
   * The session does not begin if the person got another password or second step meanwhile, or was blocked; then this is
   * thrown.
   */
  notAnyMore: () => AppError;
}

export const isSecure = ({ config }: Pick<AuthContext, 'config'>): boolean =>
  config.publicUrl?.startsWith('https:') ?? false;

const devicePending = (code: string | null | undefined) =>
  new AppError(403, admitTexts.devicePending, code ? { deviceCode: [code] } : {});

async function admitDevice(ctx: AuthContext, user: Credentials, seen: SeenDevice) {
  const device = await recordDevice(ctx, user, seen);
  if (device?.approvedAt) return device;
  await recordSignInFailure(ctx.db, { personId: user.id, address: seen.address, by: 'DEVICE' });
  throw concerning(user, devicePending(device?.code));
}

/** Throws where the proof, or the device, counts no more by now; that is on record (rules/audit 17). */
async function startSession(
  ctx: AuthContext,
  { user, method, secondStep, notAnyMore }: Proven,
  deviceId: number,
  { address, userAgent }: SeenDevice,
): Promise<string> {
  const record = (by: FailedBy) => recordSignInFailure(ctx.db, { personId: user.id, address, by });
  try {
    const token = await ctx.sessions.start({
      userId: user.id,
      passwordHash: user.passwordHash,
      secondStep,
      deviceId,
      method,
      address,
      deviceName: deviceNameOf(userAgent),
    });
    if (token !== undefined) return token;
  } catch (error) {
    // The device was rejected between its check and here.
    if (!isForeignKeyViolation(error, 'sessions_device_id_fkey')) throw error;
    await record('DEVICE');
    throw devicePending(undefined);
  }
  // A company sign-in has no password that could be another one: its person was blocked or deleted.
  await record(method === 'COMPANY' ? 'BLOCKED' : 'PASSWORD');
  throw notAnyMore();
}

/**
 * The last steps of every sign-in, by whatever the person proved who they are: not blocked, the device approved, and
 * the session with what it must do first (rules/sign-in 7, 20, 21).
 */
export async function admitProven(
  ctx: AuthContext,
  proven: Proven,
  seen: SeenDevice,
): Promise<Answer<LoginResponse>> {
  const { user, method } = proven;
  if (user.blockedAt) {
    await recordSignInFailure(ctx.db, { personId: user.id, address: seen.address, by: 'BLOCKED' });
    throw concerning(user, forbidden(admitTexts.blocked));
  }
  const device = await admitDevice(ctx, user, seen);
  const accessToken = await startSession(ctx, proven, device.id, seen);
  const { id, uuid, email, isAdmin } = user;
  const passwordReset = await takePasswordReset(ctx, id, device);
  const totpRemoved = await takeTotpRemoved(ctx, user);
  return new Answer(
    {
      accessToken,
      user: { id, uuid, email, isAdmin, role: roleOf(user) },
      ...(passwordReset && { passwordReset }),
      ...(totpRemoved && { totpRemoved }),
      ...requirementsOf(ctx.config, { ...user, method }),
    },
    { headers: { 'set-cookie': fileCookie(fileKeyOf(accessToken), isSecure(ctx)) } },
  );
}
