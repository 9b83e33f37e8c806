import type { LoginResponse } from '@chat/contract/auth';
import * as routes from '@chat/contract/auth';
import { appendDomain } from '@chat/contract/forms';
import { plainAddress } from '../../http/addresses.ts';
import { Answer } from '../../http/answer.ts';
import type { Router } from '../../http/route.ts';
import { fileCookie, type Viewer } from '../../http/viewer.ts';
import { hashSecret, verifyStored } from '../../security/passwords.ts';
import { AppError, concerning } from '../../shared/errors.ts';
import { recordSignInFailure } from '../audit/sign-in-failures.actions.ts';
import { assertPasswordLogin, refreshPasswordHash } from '../directory/users/passwords.actions.ts';
import { admitProven, isSecure } from './admit-proven.actions.ts';
import { type Credentials, findApprovedDevice, findCredentials } from './auth.queries.ts';
import type { AuthContext } from './context.ts';
import { registerOwnSessionRoutes } from './own-sessions.actions.ts';
import { assertSecondStep } from './second-step.actions.ts';

const authTexts = { wrongCredentials: 'Correo o contraseña incorrectos' };

interface LoginCall {
  email: string;
  password: string;
  deviceId: string;
  code: string | undefined;
  address: string;
  userAgent: string | undefined;
}

// The log omits an e-mail that belongs to nobody: the text may be a password.
const wrongCredentials = (user: Credentials | undefined) =>
  Object.assign(concerning(user, new AppError(401, authTexts.wrongCredentials)), {
    isFailedSignIn: true,
  });

/**
 * Gives the person of a right e-mail and password. The limits slow guesses down; an unknown e-mail costs the same work
 * as a known one.
 */
async function provePassword(
  ctx: AuthContext,
  { password, address, ...call }: LoginCall,
  identifierHash: Buffer,
): Promise<Credentials> {
  const email = appendDomain(call.email.trim().toLowerCase(), ctx.config.emailDomain);
  let user: Credentials | undefined;
  const isRight = await ctx.loginLimits.attempt(
    {
      address,
      email,
      findApprovedDevice: () => findApprovedDevice(ctx.db, email, identifierHash),
    },
    async () => {
      user = await findCredentials(ctx.db, email);
      return verifyStored(user?.passwordHash, password);
    },
  );
  if (isRight && user) return user;
  await recordSignInFailure(ctx.db, { personId: user?.id, address, by: 'PASSWORD' });
  throw wrongCredentials(user);
}

/** Signs in, step by step: each is asked only after the one before (rules/sign-in 7, 20). */
async function login(ctx: AuthContext, call: LoginCall): Promise<Answer<LoginResponse>> {
  const { address, userAgent, code, password } = call;
  const identifierHash = hashSecret(call.deviceId);
  const user = await provePassword(ctx, call, identifierHash);
  const secondStep = await assertSecondStep(ctx, user, { code, address });
  const notAnyMore = () => wrongCredentials(user);
  const seen = { identifierHash, address, userAgent };
  const passwordHash = await refreshPasswordHash(ctx, user, password);
  const method = 'PASSWORD' as const;
  const proven = { user: { ...user, passwordHash }, method, secondStep, notAnyMore };
  return admitProven(ctx, proven, seen);
}

/** Ends the session and its sockets; the user is OFFLINE unless they are still there by another session. */
async function logout(ctx: AuthContext, viewer: Viewer): Promise<Answer<null>> {
  await ctx.sessions.end({ sessionId: viewer.sessionId }, 'logout', viewer.address);
  await ctx.presence.loggedOut(viewer);
  return new Answer(null, { headers: { 'set-cookie': fileCookie(null, isSecure(ctx)) } });
}

export function registerAuthRoutes(router: Router, ctx: AuthContext): void {
  router.serve(
    routes.login,
    ({ body, request }) =>
      login(ctx, {
        ...body,
        code: body.code?.trim() || undefined,
        address: plainAddress(request.ip),
        userAgent: request.headers['user-agent'],
      }),
    { beforeBody: () => assertPasswordLogin(ctx) },
  );
  router.serve(routes.logout, ({ viewer }) => logout(ctx, viewer));
  registerOwnSessionRoutes(router, ctx);
}
