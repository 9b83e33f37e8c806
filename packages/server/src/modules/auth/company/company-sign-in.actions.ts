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

// The cookie is for the callback alone: no script reads it, and no other site sends it.
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

/** State, nonce and verifier are derived from the secret in the browser's cookie; the database has its hash alone. */
function secretsOf(secret: string): SignInSecrets {
  const derive = (label: string) =>
    createHmac('sha256', secret).update(`company sign-in ${label}`).digest('base64url');
  return { state: derive('state'), nonce: derive('nonce'), verifier: derive('verifier') };
}

const isSame = (given: string, expected: string) => {
  const [one, other] = [hashSecret(given), hashSecret(expected)];
  return timingSafeEqual(one, other);
};

/** The redirect URI: a setting or the own port, never from a caller's headers. */
const redirectUriOf = ({ config }: AuthContext, { socket }: FastifyRequest) =>
  `${config.publicUrl ?? `http://localhost:${socket.localPort}`}/auth/oidc`;

/** Waits for the provider. A failure becomes an answer of ours, and the log gets the reason in one line. */
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

/** Begins a sign-in that this browser alone can finish, at any process (rules/company-sign-in 3). */
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

/** Proves who came back, finds or registers the user, and lets them in by the last steps of every sign-in. */
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
  // The first sign-in asks the provider for the person's profile too.
  const user = await askProvider(ctx, request, findOrRegisterUser(ctx, account, address));
  const seen = {
    identifierHash: attempt.identifierHash,
    address,
    userAgent: request.headers['user-agent'],
  };
  const proven = { user, method: 'COMPANY' as const, secondStep: null, outdatedProof: notProven };
  return authenticateProven(ctx, proven, seen);
}

/** Asks for the caller's password: with another account the person could be somebody else. */
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

/** Removes attempts that nobody finished. */
export const removeAgedAttemptsHourly = ({ db, log }: AuthContext): Job =>
  hourly(
    () => removeAgedAttempts(db),
    logUnlessTransient(log, 'company sign-ins that nobody finished were not removed'),
  );

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

/** Links the provider's account to the user at the first sign-in; later changes of either e-mail do not matter. */
async function linkAccount(
  ctx: AuthContext,
  user: Credentials,
  account: CompanyAccount,
  address: string,
): Promise<void> {
  const { id, uuid: targetUuid } = user;
  await ctx.db.transaction(async (tx) => {
    const linked = await insertAccount(tx, user.email, account);
    if (linked > 0) await recordAct(tx, { id, address }, 'COMPANY_BOUND', { targetUuid });
  });
}

function mayRegister({ config }: AuthContext, email: string): boolean {
  const { oidc, emailDomain, groupAddress } = config;
  if (!oidc?.registersUnknown || email === groupAddress) return false;
  return email.slice(email.lastIndexOf('@') + 1) === emailDomain;
}

/** False if somebody else registered the e-mail at the same instant. */
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

/** Undefined if nobody has the account. The account of a deleted user stays linked, so that it lets in nobody else. */
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
 * The user to whom the provider's account is linked by issuer and subject. The first time they are found, or registered,
 * by the e-mail that the provider vouches for (rules/company-sign-in 7).
 */
async function findOrRegisterUser(
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
  if (user) await linkAccount(ctx, user, account, address);
  // Undefined if the user is already linked to another account of this issuer.
  const linked = await findOwner(ctx, account);
  if (!linked) throw notRegistered();
  return linked;
}

/** Call in the transaction that erases the person (rules/erasure 1). */
export async function forgetAccounts(tx: Db, userId: number): Promise<void> {
  await removeAccounts(tx, userId);
}
