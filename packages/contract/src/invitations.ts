import { z } from 'zod';
import { instant, rawText, uuid } from './fields.ts';
import { currentPassword, passwordText } from './forms.ts';
import { defineRoute } from './route.ts';

/** A link by which one person sets their password, once (rules/invitations 1). */
export const invitationSchema = z.object({
  /** The page '/invitation' with the token in the fragment, which no server and no `Referer` ever sees. */
  url: z.string(),
  expiresAt: instant,
});
export type Invitation = z.infer<typeof invitationSchema>;

export const createInvitation = defineRoute({
  name: 'createInvitation',
  method: 'POST',
  path: '/users/:userId/invitation',
  access: 'admin',
  summary: "Invite a user to set their password; ends the user's earlier invitation",
  params: z.object({ userId: uuid }),
  /** `currentPassword`: the caller's own, needed where the user is another administrator. */
  body: z.object({ currentPassword: currentPassword.optional() }),
  content: invitationSchema,
  status: 201,
});

const tokenError = 'El enlace está incompleto';
// Far longer than any token.
const MAX_TOKEN = 200;

export const acceptInvitation = defineRoute({
  name: 'acceptInvitation',
  method: 'POST',
  path: '/auth/invitation',
  access: 'public',
  summary: 'Set the password by an invitation; ends all sessions of the user and signs nobody in',
  body: z.object({
    token: rawText({ error: tokenError, max: MAX_TOKEN }).min(1, { error: tokenError }),
    password: passwordText,
  }),
  content: z.object({ email: z.string() }),
});
