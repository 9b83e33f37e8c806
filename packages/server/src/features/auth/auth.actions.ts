import { type LoginResponse, roleOf } from '@chat/contract/auth/auth.schema';
import { appendDomain } from '@chat/contract/users/users.schema';
import { v7 as uuidv7 } from 'uuid';
import type { Context } from '../../context.ts';
import { type Db, isForeignKeyViolation } from '../../db/database.ts';
import { AppError, forbidden } from '../../http/errors.ts';
import type { Viewer } from '../../http/viewer.ts';
import { announceDevicePending } from '../devices/devices.events.ts';
import {
  countApprovedDevices,
  findDevice,
  insertDevice,
  trimWaitingDevices,
} from '../devices/devices.queries.ts';
import {
  type Credentials,
  findCredentials,
  findDeviceApproval,
  isFirstAdministrator,
} from './auth.queries.ts';
import { authTexts } from './auth.texts.ts';
import type { LoginLimits } from './login-limits.ts';
import { verifyNobody, verifyPassword } from './passwords.ts';
import { hashSecret } from './tokens.ts';

const MOST_WAITING_DEVICES = 20;

interface LoginCall {
  email: string;
  password: string;
  deviceId: string;
  address: string;
}

/** Whether a device nobody has seen yet may come in without waiting (contract §1 DEVICE_APPROVAL). */
async function isApprovedAtOnce(ctx: Context, tx: Db, user: Credentials): Promise<boolean> {
  if (ctx.config.deviceApproval === 'off') return true;
  if (ctx.config.deviceApproval === 'users') return user.isAdmin;
  return (await isFirstAdministrator(tx, user.id)) && (await countApprovedDevices(tx)) === 0;
}

/** The device's row, recorded at its first appearance; `isNew` when it was just now. */
async function recordDevice(ctx: Context, user: Credentials, identifierHash: Buffer) {
  const known = await findDevice(ctx.db, user.id, identifierHash);
  if (known) return { device: known, isNew: false };
  return ctx.db.transaction(async (tx) => {
    const approved = await isApprovedAtOnce(ctx, tx, user);
    const isNew = await insertDevice(tx, {
      uuid: uuidv7(),
      userId: user.id,
      identifierHash,
      approved,
    });
    if (isNew && !approved) await trimWaitingDevices(tx, user.id, MOST_WAITING_DEVICES);
    return { device: await findDevice(tx, user.id, identifierHash), isNew };
  });
}

async function admitDevice(
  ctx: Context,
  user: Credentials,
  identifierHash: Buffer,
): Promise<number> {
  const { device, isNew } = await recordDevice(ctx, user, identifierHash);
  if (device?.approvedAt) return device.id;
  if (device && isNew) await announceDevicePending(ctx, device.uuid);
  throw forbidden(authTexts.devicePending);
}

async function startSession(ctx: Context, userId: number, deviceId: number): Promise<string> {
  try {
    return await ctx.sessions.start(userId, deviceId);
  } catch (error) {
    // The device was rejected between its check and here.
    if (isForeignKeyViolation(error, 'sessions_device_id_fkey'))
      throw forbidden(authTexts.devicePending);
    throw error;
  }
}

/** Signs in; only after a right password does an answer tell of block or device (contract §2 Auth). */
export async function login(
  ctx: Context,
  limits: LoginLimits,
  call: LoginCall,
): Promise<LoginResponse> {
  const email = appendDomain(call.email.trim().toLowerCase(), ctx.config.emailDomain);
  const identifierHash = hashSecret(call.deviceId);
  let user: Credentials | undefined;
  const isRight = await limits.attempt(
    {
      address: call.address,
      email,
      fromApprovedDevice: async () =>
        Boolean((await findDeviceApproval(ctx.db, email, identifierHash))?.approvedAt),
    },
    async () => {
      user = await findCredentials(ctx.db, email);
      return user ? verifyPassword(user.passwordHash, call.password) : verifyNobody(call.password);
    },
  );
  if (!isRight || !user) throw new AppError(401, authTexts.wrongCredentials);
  if (user.blockedAt) throw forbidden(authTexts.blocked);
  const deviceId = await admitDevice(ctx, user, identifierHash);
  const accessToken = await startSession(ctx, user.id, deviceId);
  const { id, uuid, isAdmin } = user;
  return { accessToken, user: { id, uuid, email: user.email, isAdmin, role: roleOf(user) } };
}

/** Ends the session and its sockets; the user is OFFLINE unless he is still there from elsewhere. */
export async function logout(ctx: Context, viewer: Viewer): Promise<null> {
  await ctx.sessions.end({ sessionId: viewer.sessionId }, 'logout');
  await ctx.presence.loggedOut(viewer);
  return null;
}
