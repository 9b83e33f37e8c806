import { z } from 'zod';
import { deviceIdText, loginResponseSchema } from './auth.ts';
import { rawText, uuid } from './fields.ts';
import { currentPassword } from './forms.ts';
import { defineRoute, nothing } from './route.ts';
import { textErrors } from './texts.ts';

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
