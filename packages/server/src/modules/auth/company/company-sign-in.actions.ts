import { createHmac, timingSafeEqual } from 'node:crypto';
import type { LoginResponse } from '@chat/contract/auth';
import * as routes from '@chat/contract/auth';
import type { ContentOf } from '@chat/contract/route';
import { fastifyCookie } from '@fastify/cookie';
import type { FastifyRequest } from 'fastify';
import type { Db } from '../../../db/database.ts';
import { isUniqueViolation, logUnlessTransient } from '../../../db/faults.ts';
import { networkOf, plainAddress } from '../../../http/addresses.ts';
import { Answer } from '../../../http/answer.ts';
import type { Router } from '../../../http/route.ts';
import { hourly, type Job } from '../../../jobs/worker.ts';
import { hashSecret, newToken } from '../../../security/passwords.ts';
import { AppError, forbidden, notFound, unavailable } from '../../../shared/errors.ts';
import { recordAct } from '../../audit/audit.actions.ts';
import { registerColleague } from '../../directory/accounts/users.actions.ts';
import {
  assertOwnPassword,
  type Caller,
  callerOf,
} from '../../directory/users/passwords.actions.ts';
import { accessUser } from '../../directory/users/users.access.ts';
import { authenticateProven, isSecure } from '../auth.actions.ts';
import { type Credentials, findCredentials, findCredentialsById } from '../auth.queries.ts';
import type { AuthContext } from '../context.ts';
import {
  ATTEMPT_MINUTES,
  findAccountOwner,
  hadDeletedPerson,
  insertAccount,
  insertAttempt,
  removeAccounts,
  removeAgedAttempts,
  takeAttempt,
} from './company-sign-in.queries.ts';
import {
  type CompanyAccount,
  type CompanyProvider,
  createCompanyProvider,
  type SignInSecrets,
} from './provider.ts';
import { NotProven, ProviderAway } from './provider-answers.ts';

const companyTexts = {
  notProven: 'No se pudo comprobar tu cuenta. Inténtalo de nuevo.',
  away: 'El servicio de tu cuenta de empresa no responde. Inténtalo de nuevo en unos minutos.',
  ownPasswordNeeded:
    'Escribe tu propia contraseña para olvidar la cuenta de empresa de otra persona',
  hasNone: 'No tiene cuenta de empresa',
};

const notProven = () =>
  Object.assign(new AppError(401, companyTexts.notProven), { isFailedSignIn: true });

// For the callback alone: no page reads it, and no other site sends it.
const COOKIE = 'chat_company_sign_in';
const COOKIE_PATH = '/api/auth/oidc';
const SECRET = /^[\w-]{43}$/;

const attemptCookie = (secret: string, secure: boolean) =>
  fastifyCookie.serialize(COOKIE, secret, {
    httpOnly: true,
    sameSite: 'strict',
    path: COOKIE_PATH,
    secure,
    maxAge: ATTEMPT_MINUTES * 60,
  });

function readAttemptCookie({ headers }: FastifyRequest): string {
  const secret = fastifyCookie.parse(headers.cookie ?? '')[COOKIE];
  if (secret === undefined || !SECRET.test(secret)) throw notProven();
  return secret;
}

/** All of an attempt follows from the secret in its browser's cookie, and nothing of it stands in the database. */
function secretsOf(secret: string): SignInSecrets {
  const derive = (label: string) =>
    createHmac('sha256', secret).update(`company sign-in ${label}`).digest('base64url');
  return { state: derive('state'), nonce: derive('nonce'), verifier: derive('verifier') };
}

const isSame = (given: string, expected: string) => {
  const [one, other] = [hashSecret(given), hashSecret(expected)];
  return timingSafeEqual(one, other);
};

/** The page at which people come back, whatever a caller's headers say. */
const redirectUriOf = ({ config }: AuthContext, { socket }: FastifyRequest) =>
  `${config.publicUrl ?? `http://localhost:${socket.localPort}`}/auth/oidc`;

/** Waits for the provider; a failure becomes an answer of ours, and the log has the reason in one line. */
async function askProvider<T>(
  { boundedLog }: AuthContext,
  { ip }: FastifyRequest,
  asking: Promise<T>,
): Promise<T> {
  const write = (words: string, reason: string) =>
    boundedLog.each('', networkOf(ip), { words, about: { reason } });
  try {
    return await asking;
  } catch (error) {
    if (error instanceof ProviderAway) {
      write('the provider of company sign-in is away', error.reason);
      throw unavailable(companyTexts.away);
    }
    if (error instanceof NotProven) {
      write('a company sign-in was not proven', error.reason);
      throw notProven();
    }
    throw error;
  }
}

/** Begins a sign-in that this browser alone can finish, at whatever process (rules/company-sign-in 3). */
async function beginCompanySignIn(
  ctx: AuthContext,
  provider: CompanyProvider,
  deviceId: string,
  request: FastifyRequest,
): Promise<Answer<ContentOf<typeof routes.beginCompanySignIn>>> {
  await ctx.loginLimits.countBegun(plainAddress(request.ip));
  const secret = newToken();
  const going = provider.begin(secretsOf(secret), redirectUriOf(ctx, request));
  const url = await askProvider(ctx, request, going);
  await insertAttempt(ctx.db, hashSecret(secret), hashSecret(deviceId));
  return new Answer({ url }, { headers: { 'set-cookie': attemptCookie(secret, isSecure(ctx)) } });
}

interface Returned {
  code: string;
  state: string;
  iss?: string | null | undefined;
}

/** Proves who came back, finds out who that is here, and lets them in by the last steps of every sign-in. */
async function finishCompanySignIn(
  ctx: AuthContext,
  provider: CompanyProvider,
  { code, state, iss }: Returned,
  request: FastifyRequest,
): Promise<Answer<LoginResponse>> {
  const secret = readAttemptCookie(request);
  const secrets = secretsOf(secret);
  // Before the attempt is used up: somebody else's link must not end it.
  if (!isSame(state, secrets.state)) throw notProven();
  const attempt = await takeAttempt(ctx.db, hashSecret(secret));
  if (!attempt) throw notProven();
  const answer = { code, iss: iss ?? undefined };
  const proving = provider.prove(secrets, answer, redirectUriOf(ctx, request));
  const account = await askProvider(ctx, request, proving);
  const address = plainAddress(request.ip);
  const user = await askProvider(ctx, request, recognise(ctx, account, address));
  const seen = {
    identifierHash: attempt.identifierHash,
    address,
    userAgent: request.headers['user-agent'],
  };
  const proven = { user, method: 'COMPANY' as const, secondStep: null, notAnyMore: notProven };
  return authenticateProven(ctx, proven, seen);
}

/** A session alone is not enough: with another account the person could be somebody else. */
async function forgetCompanyAccount(
  ctx: AuthContext,
  caller: Caller,
  userUuid: string,
  currentPassword: string | undefined,
): Promise<null> {
  const { id } = await accessUser(ctx.db, userUuid);
  await assertOwnPassword(ctx, caller, currentPassword, companyTexts.ownPasswordNeeded);
  await ctx.db.transaction(async (tx) => {
    if ((await removeAccounts(tx, id)) === 0) throw notFound(companyTexts.hasNone);
    await recordAct(tx, caller.viewer, 'COMPANY_UNBOUND', { targetUuid: userUuid });
  });
  return null;
}

/** Attempts that nobody finished. */
export const removeAgedAttemptsHourly = ({ db, log }: AuthContext): Job =>
  hourly(() => removeAgedAttempts(db), logUnlessTransient(log, 'company sign-ins were not swept'));

export function registerCompanySignInRoutes(router: Router, ctx: AuthContext): void {
  const provider = createCompanyProvider(ctx.config);
  const accessProvider = () => {
    if (!provider) throw notFound();
    return provider;
  };
  router.serve(routes.beginCompanySignIn, ({ body, request }) =>
    beginCompanySignIn(ctx, accessProvider(), body.deviceId, request),
  );
  router.serve(routes.finishCompanySignIn, ({ body, request }) =>
    finishCompanySignIn(ctx, accessProvider(), body, request),
  );
  router.serve(routes.forgetCompanyAccount, (call) =>
    forgetCompanyAccount(ctx, callerOf(call), call.params.userId, call.body.currentPassword),
  );
}

const whoseTexts = {
  notRegistered: 'Tu cuenta no está registrada aquí. Contacta con un administrador.',
};

const notRegistered = (): AppError => forbidden(whoseTexts.notRegistered);

/** The first sign-in: from now on the account is theirs, whatever becomes of either e-mail. */
async function bind(
  ctx: AuthContext,
  user: Credentials,
  account: CompanyAccount,
  address: string,
): Promise<void> {
  const { id, uuid: targetUuid } = user;
  await ctx.db.transaction(async (tx) => {
    const bound = await insertAccount(tx, user.email, account);
    if (bound > 0) await recordAct(tx, { id, address }, 'COMPANY_BOUND', { targetUuid });
  });
}

function mayRegister({ config }: AuthContext, email: string): boolean {
  const { oidc, emailDomain, groupAddress } = config;
  if (!oidc?.registersUnknown || email === groupAddress) return false;
  return email.slice(email.lastIndexOf('@') + 1) === emailDomain;
}

/** False where somebody else registered the e-mail at the same instant. */
async function register(
  ctx: AuthContext,
  person: { email: string; firstName: string; lastName: string },
  account: CompanyAccount,
  address: string,
): Promise<boolean> {
  try {
    await registerColleague(ctx, person, address, async (tx, user) => {
      if ((await insertAccount(tx, person.email, account)) === 0) throw notRegistered();
      await recordAct(tx, { ...user, address }, 'COMPANY_BOUND', { targetUuid: user.uuid });
    });
    return true;
  } catch (error) {
    if (isUniqueViolation(error, 'users_email_key')) return false;
    throw error;
  }
}

/** Undefined where nobody has the account; a deleted person keeps theirs, so that it opens nobody else's. */
async function findOwner(
  ctx: AuthContext,
  account: CompanyAccount,
): Promise<Credentials | undefined> {
  const owner = await findAccountOwner(ctx.db, account);
  if (!owner) return undefined;
  const user = await findCredentialsById(ctx.db, owner.userId);
  if (!user) throw notRegistered();
  return user;
}

/**
 * The person whose account it is: by issuer and subject, and the first time by the e-mail that the provider vouches for
 * (rules/company-sign-in 7).
 */
async function recognise(
  ctx: AuthContext,
  account: CompanyAccount,
  address: string,
): Promise<Credentials> {
  const owner = await findOwner(ctx, account);
  if (owner) return owner;
  const profile = await account.readProfile();
  const { email } = profile;
  if (email === undefined) throw notRegistered();
  let user = await findCredentials(ctx.db, email);
  if (!user && mayRegister(ctx, email) && !(await hadDeletedPerson(ctx.db, email))) {
    if (!(await register(ctx, { ...profile, email }, account, address)))
      user = await findCredentials(ctx.db, email);
  }
  if (user) await bind(ctx, user, account, address);
  // Nobody where the person has another account of this issuer already.
  const bound = await findOwner(ctx, account);
  if (!bound) throw notRegistered();
  return bound;
}

/** Call in the transaction that erases the person (rules/erasure 1). */
export async function forgetAccounts(tx: Db, userId: number): Promise<void> {
  await removeAccounts(tx, userId);
}
