import type { Db } from '../../../db/database.ts';
import { isUniqueViolation } from '../../../db/faults.ts';
import { type AppError, forbidden } from '../../../shared/errors.ts';
import { recordAct } from '../../audit/audit.actions.ts';
import { registerColleague } from '../../directory/accounts/users.actions.ts';
import { type Credentials, findCredentials, findCredentialsById } from '../auth.queries.ts';
import type { AuthContext } from '../context.ts';
import {
  findAccountOwner,
  hadDeletedPerson,
  insertAccount,
  removeAccounts,
} from './company-sign-in.queries.ts';
import type { CompanyAccount } from './provider.ts';

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
export async function recognise(
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
