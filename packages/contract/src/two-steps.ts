import { z } from 'zod';
import { rawText, uuid } from './fields.ts';
import { anyPassword } from './forms.ts';
import { defineRoute, nothing } from './route.ts';

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
