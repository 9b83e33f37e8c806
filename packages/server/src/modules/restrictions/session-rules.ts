import type { SignInMethod } from '@chat/contract/auth';
import type { Requirements } from '@chat/contract/session';
import type { Config } from '../../config/env.ts';
import { type Sql, sql } from '../../db/database.ts';

/** The settings that decide what a session must do first. */
export type RequirementRules = Pick<Config, 'firstPassword' | 'twoSteps' | 'passwordLogin'>;

/** Everything that is known of a person, and decides what they must do first. */
export interface PersonStanding {
  isAdmin: boolean;
  /** Somebody else has set their password while FIRST_PASSWORD was `change`. */
  passwordMustChange: boolean;
  hasSecondStep: boolean;
  /** The present notice's version, where they have not confirmed it. */
  unconfirmedNotice: number | null;
}

/** Everything that is known of a session, and decides what its person must do first. */
export interface SessionStanding extends PersonStanding {
  method: SignInMethod;
}

const unconfirmedNotice = sql`
  (select p.version from present_notice p where p.version is distinct from u.notice_version)`;

/** The columns of `PersonStanding`, of the user `u`: a statement that reads people gives them to `requirementsOf`. */
export const personStanding = sql`
  u.is_admin, u.password_must_change, u.has_second_step,
  ${unconfirmedNotice} as unconfirmed_notice`;

/** The columns of `SessionStanding`, of that session and its user `u`. */
export const sessionStanding = (session: Sql): Sql => sql`${personStanding}, ${session}.method`;

const nothing: Requirements = {};

/** Whether the settings say that they must have a second step. */
export function mustHaveSecondStep(
  { twoSteps }: Pick<RequirementRules, 'twoSteps'>,
  { isAdmin, method }: Pick<SessionStanding, 'isAdmin' | 'method'>,
): boolean {
  // The company's sign-in asks for its own.
  if (method === 'COMPANY') return false;
  return twoSteps === 'all' || (twoSteps === 'admins' && isAdmin);
}

/** Everything that a session's user must do before anything else works (rules/sign-in 21); the only place that says so. */
export function requirementsOf(rules: RequirementRules, standing: SessionStanding): Requirements {
  // Where no password lets anybody in, nobody can change one.
  const changesFirst = rules.firstPassword === 'change' && rules.passwordLogin;
  const mustChangePassword = changesFirst && standing.passwordMustChange;
  const mustSetUpTwoSteps = mustHaveSecondStep(rules, standing) && !standing.hasSecondStep;
  const { unconfirmedNotice } = standing;
  if (!mustChangePassword && !mustSetUpTwoSteps && unconfirmedNotice === null) return nothing;
  return {
    ...(mustChangePassword && { mustChangePassword }),
    ...(mustSetUpTwoSteps && { mustSetUpTwoSteps }),
    ...(unconfirmedNotice !== null && { noticeRequired: unconfirmedNotice }),
  };
}

/** A session ends after both, in ms: so long without use, and so long after it began, whatever its use. */
export interface SessionLimits {
  unusedMs: number;
  /** The time without use for an administrator's session, where it is less. */
  adminUnusedMs: number;
  lifetimeMs: number;
}

/** When a session began and was used last, in ms, and whether it is an administrator's. */
interface SessionUse {
  isAdmin: boolean;
  createdAt: number;
  lastUsed: number;
}

/** Whether it has lapsed, removed by now or not. */
export function isSessionOver(
  { unusedMs, adminUnusedMs, lifetimeMs }: SessionLimits,
  { isAdmin, createdAt, lastUsed }: SessionUse,
): boolean {
  const now = Date.now();
  const unused = isAdmin ? Math.min(unusedMs, adminUnusedMs) : unusedMs;
  return now - lastUsed > unused || now - createdAt > lifetimeMs;
}
