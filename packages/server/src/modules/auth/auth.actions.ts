import * as routes from '@chat/contract/auth';
import { type LoginResponse, roleOf } from '@chat/contract/auth';
import { appendDomain } from '@chat/contract/forms';
import { isForeignKeyViolation } from '../../db/faults.ts';
import { plainAddress } from '../../http/addresses.ts';
import { Answer } from '../../http/answer.ts';
import type { Router } from '../../http/route.ts';
import { fileCookie, type Viewer } from '../../http/viewer.ts';
import { verifyNobody, verifyPassword } from '../../security/passwords.ts';
import { AppError, concerning, forbidden } from '../../shared/errors.ts';
import type { ChatContext } from '../chat/context.ts';
import { recordDevice, type SeenDevice } from '../devices/record-device.actions.ts';
import { refreshPasswordHash, takePasswordReset } from '../directory/users/passwords.actions.ts';
import { type Credentials, findApprovedDevice, findCredentials } from './auth.queries.ts';
import { fileKeyOf, hashSecret, type Sessions } from './sessions.ts';

const authTexts = {
  wrongCredentials: 'Correo o contraseña incorrectos',
  blocked: 'Tu usuario está bloqueado. Contacta con un administrador.',
  devicePending: 'Tu dispositivo está pendiente de autorización. Contacta con un administrador.',
};

export interface AuthContext extends ChatContext {
  sessions: Sessions;
  presence: {
    /** The session's connections are no more: the user is OFFLINE unless another session is connected. */
    loggedOut(viewer: Viewer): Promise<void>;
  };
}

interface LoginCall {
  email: string;
  password: string;
  deviceId: string;
  address: string;
  userAgent: string | undefined;
}

const isSecure = ({ config }: AuthContext) => config.publicUrl?.startsWith('https:') ?? false;

const devicePending = (code: string | null | undefined) =>
  new AppError(403, authTexts.devicePending, code ? { deviceCode: [code] } : {});

// The log omits an e-mail that belongs to nobody: the text may be a password.
const wrongCredentials = (user: Credentials | undefined) =>
  Object.assign(concerning(user, new AppError(401, authTexts.wrongCredentials)), {
    isFailedSignIn: true,
  });

async function admitDevice(ctx: AuthContext, user: Credentials, seen: SeenDevice): Promise<number> {
  const device = await recordDevice(ctx, user, seen);
  if (device?.approvedAt) return device.id;
  throw concerning(user, devicePending(device?.code));
}

async function startSession(
  ctx: AuthContext,
  user: Credentials,
  deviceId: number,
): Promise<string> {
  try {
    const token = await ctx.sessions.start(user, deviceId);
    if (token === undefined) throw wrongCredentials(user);
    return token;
  } catch (error) {
    // The device was rejected between its check and here.
    if (isForeignKeyViolation(error, 'sessions_device_id_fkey')) throw devicePending(undefined);
    throw error;
  }
}

/** Signs in; only after a right password does an answer tell of block or device (rules/sign-in 7). */
async function login(ctx: AuthContext, call: LoginCall): Promise<Answer<LoginResponse>> {
  const email = appendDomain(call.email.trim().toLowerCase(), ctx.config.emailDomain);
  const identifierHash = hashSecret(call.deviceId);
  let user: Credentials | undefined;
  const isRight = await ctx.loginLimits.attempt(
    {
      address: call.address,
      email,
      findApprovedDevice: () => findApprovedDevice(ctx.db, email, identifierHash),
    },
    async () => {
      user = await findCredentials(ctx.db, email);
      return user ? verifyPassword(user.passwordHash, call.password) : verifyNobody(call.password);
    },
  );
  if (!isRight || !user) throw wrongCredentials(user);
  if (user.blockedAt) throw concerning(user, forbidden(authTexts.blocked));
  const deviceId = await admitDevice(ctx, user, { ...call, identifierHash });
  const passwordHash = await refreshPasswordHash(ctx, user, call.password);
  const accessToken = await startSession(ctx, { ...user, passwordHash }, deviceId);
  const { id, uuid, isAdmin } = user;
  const passwordReset = await takePasswordReset(ctx, id, deviceId);
  return new Answer(
    {
      accessToken,
      user: { id, uuid, email: user.email, isAdmin, role: roleOf(user) },
      ...(passwordReset && { passwordReset }),
    },
    { headers: { 'set-cookie': fileCookie(fileKeyOf(accessToken), isSecure(ctx)) } },
  );
}

/** Ends the session and its sockets; the user is OFFLINE unless they are still there by another session. */
async function logout(ctx: AuthContext, viewer: Viewer): Promise<Answer<null>> {
  await ctx.sessions.end({ sessionId: viewer.sessionId }, 'logout');
  await ctx.presence.loggedOut(viewer);
  return new Answer(null, { headers: { 'set-cookie': fileCookie(null, isSecure(ctx)) } });
}

export function registerAuthRoutes(router: Router, ctx: AuthContext): void {
  router.serve(routes.login, ({ body, request }) =>
    login(ctx, {
      ...body,
      address: plainAddress(request.ip),
      userAgent: request.headers['user-agent'],
    }),
  );
  router.serve(routes.logout, ({ viewer }) => logout(ctx, viewer));
}
