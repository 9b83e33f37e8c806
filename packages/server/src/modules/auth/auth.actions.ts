import * as routes from '@chat/contract/auth';
import {
  type LoginResponse,
  type OwnSession,
  roleOf,
  type SignInMethod,
} from '@chat/contract/auth';
import { appendDomain } from '@chat/contract/forms';
import type { QueryOf } from '@chat/contract/route';
import { isForeignKeyViolation } from '../../db/faults.ts';
import { pageFrom } from '../../db/page.ts';
import { plainAddress } from '../../http/addresses.ts';
import { Answer, answerPart } from '../../http/answer.ts';
import type { Router } from '../../http/route.ts';
import { fileCookie, type Viewer } from '../../http/viewer.ts';
import { hashSecret, verifyStored } from '../../security/passwords.ts';
import { AppError, concerning, forbidden, notFound } from '../../shared/errors.ts';
import { type FailedBy, recordSignInFailure } from '../audit/sign-in-failures.actions.ts';
import { deviceNameOf, recordDevice, type SeenDevice } from '../devices/devices.actions.ts';
import {
  assertPasswordLogin,
  refreshPasswordHash,
  takePasswordReset,
} from '../directory/users/passwords.actions.ts';
import { requirementsOf } from '../restrictions/session-rules.ts';
import {
  type Credentials,
  findApprovedDevice,
  findCredentials,
  findOwnSession,
  findOwnSessions,
} from './auth.queries.ts';
import type { AuthContext } from './context.ts';
import { fileKeyOf } from './sessions.ts';
import { takeTotpRemoved } from './two-steps/two-steps.actions.ts';

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
 * Returns the user if e-mail and password match. The limits slow guesses down; an unknown e-mail costs the same work as a
 * known one.
 */
async function verifyPassword(
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
  const user = await verifyPassword(ctx, call, identifierHash);
  const secondStep = await assertSecondStep(ctx, user, { code, address });
  const outdatedProof = () => wrongCredentials(user);
  const seen = { identifierHash, address, userAgent };
  const passwordHash = await refreshPasswordHash(ctx, user, password);
  const method = 'PASSWORD' as const;
  const proven = { user: { ...user, passwordHash }, method, secondStep, outdatedProof };
  return authenticateProven(ctx, proven, seen);
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

const secondStepTexts = {
  codeRequired: 'Código requerido',
  wrongCode: 'Código incorrecto',
};

const refused = (user: Credentials, text: string) =>
  concerning(user, new AppError(401, text, { code: [text] }));

/**
 * Throws unless the person has no second step, or the code proves it (rules/sign-in 20). Returns the secret of the step
 * that was passed, as it is stored: sealed. Null if the person has no second step.
 */
async function assertSecondStep(
  ctx: Pick<AuthContext, 'db' | 'secondStep'>,
  user: Credentials,
  given: { code: string | undefined; address: string },
): Promise<Buffer | null> {
  const outcome = await ctx.secondStep.check(user, given);
  if (outcome === 'missing') throw refused(user, secondStepTexts.codeRequired);
  if (outcome === 'wrong') {
    await recordSignInFailure(ctx.db, { personId: user.id, address: given.address, by: 'CODE' });
    const error = refused(user, secondStepTexts.wrongCode);
    throw Object.assign(error, { isFailedSignIn: true });
  }
  return outcome.passed;
}

const admitTexts = {
  blocked: 'Tu usuario está bloqueado. Contacta con un administrador.',
  devicePending: 'Tu dispositivo está pendiente de autorización. Contacta con un administrador.',
};

/** A user whose identity is proven: by the right password and code, or by the company's sign-in. */
interface ProvenIdentity {
  user: Credentials;
  method: SignInMethod;
  /** The secret of the second step that was passed, as it is stored; null if no step of ours was asked for. */
  secondStep: Buffer | null;
  /** Thrown if the person got another password or second step since the proof, or was blocked: no session begins. */
  outdatedProof: () => AppError;
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

/** Throws, and records the failure, if the proof or the device is no longer valid (rules/audit 17). */
async function startSession(
  ctx: AuthContext,
  { user, method, secondStep, outdatedProof }: ProvenIdentity,
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
  // A company sign-in has no password that could have changed: the person was blocked or deleted.
  await record(method === 'COMPANY' ? 'BLOCKED' : 'PASSWORD');
  throw outdatedProof();
}

/**
 * The last steps of every sign-in, whatever the proof: the person is not blocked, the device is approved, and the session
 * begins with the steps that it requires first (rules/sign-in 7, 20, 21).
 */
export async function authenticateProven(
  ctx: AuthContext,
  proven: ProvenIdentity,
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

/** The caller's sessions that still let them in, last used first (rules/sessions 26). */
async function listOwnSessions(
  ctx: AuthContext,
  viewer: Viewer,
  query: QueryOf<typeof routes.listOwnSessions>,
): Promise<Answer<OwnSession[]>> {
  const rows = await findOwnSessions(ctx.db, viewer.id);
  const live = ctx.sessions.withLastUses(viewer, rows);
  // The caller's own session is in use now: it is first even among those of the same millisecond.
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

/** The owner ends one of their sessions; its device stays approved (rules/sessions 27). */
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

function registerOwnSessionRoutes(router: Router, ctx: AuthContext): void {
  router.serve(routes.listOwnSessions, ({ viewer, query }) => listOwnSessions(ctx, viewer, query));
  router.serve(routes.endOwnSession, ({ viewer, params }) =>
    endOwnSession(ctx, viewer, params.sessionId),
  );
  router.serve(routes.endOtherSessions, ({ viewer }) => endOtherSessions(ctx, viewer));
}
