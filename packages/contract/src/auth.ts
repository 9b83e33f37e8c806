import { z } from 'zod';
import { limits, textErrors } from './checks.ts';
import { instant, rawText, uuid } from './fields.ts';
import { anyPassword, currentPassword } from './forms.ts';
import { defineRoute, nothing, pageQuery } from './route.ts';
import { type RequiredStep, requiredSteps, type SessionEndReason } from './session.ts';

export const roleSchema = z.enum(['ADMIN', 'GROUP_MANAGER', 'USER']);
export type Role = z.infer<typeof roleSchema>;

/** GROUP_MANAGER is not stored: a user who is no administrator and manages a group has it (rules/people 3). */
export function roleOf(user: { isAdmin: boolean; managesGroups: boolean }): Role {
  if (user.isAdmin) return 'ADMIN';
  return user.managesGroups ? 'GROUP_MANAGER' : 'USER';
}

export const currentUserSchema = z.object({
  id: z.int(),
  uuid,
  email: z.string(),
  isAdmin: z.boolean(),
  role: roleSchema,
});
export type CurrentUser = z.infer<typeof currentUserSchema>;

/** How a session began: by a password of ours, or by the company's sign-in. */
export const signInMethodSchema = z.enum(['PASSWORD', 'COMPANY']);
export type SignInMethod = z.infer<typeof signInMethodSchema>;

export const requirementsSchema = z.object({
  mustChangePassword: z.literal(true).optional(),
  mustSetUpTwoSteps: z.literal(true).optional(),
  noticeRequired: z.int().optional(),
});

/** The first thing that the user of a restricted session must do: `errors.required` of what is refused until then. */
export const requiredStepSchema = z.enum(requiredSteps);

/**
 * How administrators may read conversations that they take no part in: all of them, with a reason for each, or none.
 */
export const supervisionSettingSchema = z.enum(['on', 'reason', 'off']);
export type SupervisionSetting = z.infer<typeof supervisionSettingSchema>;

/** The content of `GET /users/me`. */
export const ownUserSchema = currentUserSchema.extend({
  ...requirementsSchema.shape,
  supervision: supervisionSettingSchema,
  /** False of an administrator from whom another one has taken it, and of everybody else. */
  supervisor: z.boolean(),
  /** The version of the privacy notice that they confirmed last. */
  noticeVersion: z.int().nullable(),
});
export type OwnUser = z.infer<typeof ownUserSchema>;

const deviceIdError = 'Identificador de dispositivo no válido';

/** The browser's own name for itself. */
export const deviceIdText = z
  .string({ error: deviceIdError })
  .regex(new RegExp(`^[A-Za-z0-9_-]{${limits.deviceIdMin},${limits.deviceIdMax}}$`), {
    error: deviceIdError,
  });

const loginSchema = z.object({
  // Trimming, lowercasing and the default domain are the server's: the page sends what was typed (rules/sign-in 2, 3).
  email: rawText({ error: 'Correo requerido', max: limits.email }).refine(
    (value) => value.trim() !== '',
    { error: 'Correo requerido' },
  ),
  password: rawText({ error: 'Contraseña requerida', max: limits.passwordMax }).min(1, {
    error: 'Contraseña requerida',
  }),
  deviceId: deviceIdText,
  /** The second step's; blank is the same as none. */
  code: z.string({ error: 'Código no válido' }).nullish(),
});

export const loginResponseSchema = z.object({
  accessToken: z.string(),
  user: currentUserSchema,
  /**
   * Somebody else has reset the password. The next sign-in says so, and each older device says so once: the first
   * person to sign in may be the one who reset it. `by` is null for the server's command line.
   */
  passwordReset: z.object({ by: z.string().nullable(), at: instant }).optional(),
  /** Somebody else has removed the second step; told once. `by` is null for the server's command line. */
  totpRemoved: z.object({ by: z.string().nullable(), at: instant }).optional(),
  ...requirementsSchema.shape,
});
export type LoginResponse = z.infer<typeof loginResponseSchema>;

export interface AuthEvents {
  /** The session is over; the socket closes right after. */
  'session:ended': (payload: { reason: SessionEndReason }) => void;
  /** Until that is done nothing else works; the socket hears nothing more until it registers again. */
  'session:restricted': (payload: { required: RequiredStep }) => void;
}

export const login = defineRoute({
  name: 'login',
  method: 'POST',
  path: '/auth/login',
  access: 'public',
  summary: 'Sign in from an approved device',
  body: loginSchema,
  content: loginResponseSchema,
});

export const logout = defineRoute({
  name: 'logout',
  method: 'POST',
  path: '/auth/logout',
  access: 'session',
  whileRequired: 'any',
  summary: 'End this session, its sockets included',
  content: nothing,
});

/** One of the caller's sessions. */
export const ownSessionSchema = z.object({
  uuid,
  /** Its browser and system as that sign-in showed them; null where they are unknown. */
  device: z.object({ uuid, name: z.string().nullable() }),
  /** The network address of that sign-in; null of one that an earlier version recorded. */
  address: z.string().nullable(),
  createdAt: instant,
  lastUsedAt: instant,
  /** The session that asks. */
  current: z.boolean(),
});
export type OwnSession = z.infer<typeof ownSessionSchema>;

export const listOwnSessions = defineRoute({
  name: 'listOwnSessions',
  method: 'GET',
  path: '/users/me/sessions',
  access: 'session',
  summary: "The caller's sessions, last used first",
  query: z.object(pageQuery),
  content: z.array(ownSessionSchema),
});

export const endOwnSession = defineRoute({
  name: 'endOwnSession',
  method: 'DELETE',
  path: '/users/me/sessions/:sessionId',
  access: 'session',
  summary: "End one of the caller's sessions; its device stays approved",
  params: z.object({ sessionId: uuid }),
  content: nothing,
});

export const endOtherSessions = defineRoute({
  name: 'endOtherSessions',
  method: 'DELETE',
  path: '/users/me/sessions',
  access: 'session',
  summary: "End all of the caller's sessions but this one",
  content: nothing,
});

// Company sign-in: OpenID Connect, code flow with PKCE (rules/company-sign-in 2, 4).

export const beginCompanySignIn = defineRoute({
  name: 'beginCompanySignIn',
  method: 'POST',
  path: '/auth/oidc',
  access: 'public',
  summary: 'Begin a company sign-in: the address to go to, and a cookie for the callback',
  body: z.object({ deviceId: deviceIdText }),
  content: z.object({ url: z.string() }),
});

const neededText = (max: number) => rawText({ max }).min(1, { error: textErrors.invalid });

export const finishCompanySignIn = defineRoute({
  name: 'finishCompanySignIn',
  method: 'POST',
  path: '/auth/oidc/callback',
  access: 'public',
  summary: 'Sign in with what the provider sent back to the browser that began it',
  body: z.object({
    code: neededText(8_192),
    state: neededText(512),
    /** The provider's name for itself (RFC 9207); some send none. */
    iss: rawText({ max: 2_048 }).nullish(),
  }),
  content: loginResponseSchema,
});

export const forgetCompanyAccount = defineRoute({
  name: 'forgetCompanyAccount',
  method: 'DELETE',
  path: '/users/:userId/company-sign-in',
  access: 'admin',
  summary: "Forget whose company account it is; needs the caller's own password",
  params: z.object({ userId: uuid }),
  body: z.object({ currentPassword: currentPassword.optional() }),
  content: nothing,
});

/** A second step at the sign-in: codes of an authenticator (RFC 6238: SHA-1, 6 digits, 30 s), or recovery codes. */
export const twoStepsSchema = z.object({
  enabled: z.boolean(),
  /** The settings say that the person must have one. */
  required: z.boolean(),
  recoveryCodesLeft: z.int(),
});
export type TwoSteps = z.infer<typeof twoStepsSchema>;

/** How many recovery codes a person gets. */
export const RECOVERY_CODES = 10;
/** How long a set-up may take, in minutes. */
export const SET_UP_MINUTES = 15;

const MAX_CODE = 100;

const codeText = rawText({ error: 'Código requerido', max: MAX_CODE }).refine(
  (value) => value.trim() !== '',
  { error: 'Código requerido' },
);

export const getTwoSteps = defineRoute({
  name: 'getTwoSteps',
  method: 'GET',
  path: '/users/me/totp',
  access: 'session',
  whileRequired: ['TWO_STEPS'],
  summary: "Whether the caller's second step is on, and must be",
  content: twoStepsSchema,
});

export const setUpTwoSteps = defineRoute({
  name: 'setUpTwoSteps',
  method: 'POST',
  path: '/users/me/totp',
  access: 'session',
  whileRequired: ['TWO_STEPS'],
  summary: 'Begin to set up the second step; the one before stays in force until it is confirmed',
  /** The caller's own, needed only while a second step is on. */
  body: z.object({ password: anyPassword.nullish() }),
  content: z.object({
    /** 160 bits in base32. */
    secret: z.string(),
    /** The secret for an authenticator, as `otpauth://totp/…`. */
    uri: z.string(),
  }),
});

export const confirmTwoSteps = defineRoute({
  name: 'confirmTwoSteps',
  method: 'POST',
  path: '/users/me/totp/confirm',
  access: 'session',
  whileRequired: ['TWO_STEPS'],
  summary: "Turn on the second step that was set up; ends the caller's other sessions",
  body: z.object({ code: codeText }),
  content: z.object({
    /** Shown once. */
    recoveryCodes: z.array(z.string()).length(RECOVERY_CODES),
  }),
});

export const removeOwnTwoSteps = defineRoute({
  name: 'removeOwnTwoSteps',
  method: 'DELETE',
  path: '/users/me/totp',
  access: 'session',
  whileRequired: ['TWO_STEPS'],
  summary: 'Turn off the own second step',
  body: z.object({ password: anyPassword.nullish() }),
  content: nothing,
});

export const removeTwoSteps = defineRoute({
  name: 'removeTwoSteps',
  method: 'DELETE',
  path: '/users/:userId/totp',
  access: 'admin',
  summary: 'Remove the second step of somebody who lost it; they are told at the next sign-in',
  params: z.object({ userId: uuid }),
  /** The caller's own password. */
  body: z.object({ currentPassword: anyPassword.nullish() }),
  content: nothing,
});
