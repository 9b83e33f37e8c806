import { z } from 'zod';
import { ownUserSchema, roleSchema } from './auth.ts';
import { textErrors } from './checks.ts';
import { instant, rawText, uuid } from './fields.ts';
import {
  choosePasswordSchema,
  currentPassword,
  passwordText,
  registerUserSchema,
  setPasswordSchema,
  updateUserSchema,
} from './forms.ts';
import { defineRoute, formFileSchema, nothing, pageQuery, searchText } from './route.ts';

/** ONLINE: at least one live socket. DISCONNECTED: the last one was lost without a logout. OFFLINE: logged out or never seen. */
export const connectionStatusSchema = z.enum(['ONLINE', 'OFFLINE', 'DISCONNECTED']);
export type ConnectionStatus = z.infer<typeof connectionStatusSchema>;

export interface PresenceEvents {
  /** To administrators. */
  presence: (payload: { userId: string; connectionStatus: ConnectionStatus }) => void;
  typing: (payload: { chatId: string; userId: string; email: string }) => void;
}

export const userSchema = z.object({
  uuid,
  id: z.int(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  role: roleSchema,
  isAdmin: z.boolean(),
  /** Supervision may be theirs; false for others than administrators. */
  supervisor: z.boolean(),
  /** Names of the offices of their groups. */
  offices: z.array(z.string()),
  connectionStatus: connectionStatusSchema,
  blockedAt: instant.nullable(),
  /** uuids of the groups they manage. */
  groupPermissions: z.array(uuid),
});
export type User = z.infer<typeof userSchema>;

/** The part of a user that a group manager may see, to choose participants. */
export const userSummarySchema = userSchema.pick({
  uuid: true,
  id: true,
  firstName: true,
  lastName: true,
  email: true,
});
export type UserSummary = z.infer<typeof userSummarySchema>;

/** Whether a user is blocked from now on. */
export interface Standing {
  userId: string;
  blocked: boolean;
}

export interface UserEvents {
  /** To administrators: a user was registered, edited, blocked or unblocked; fetch the users again. */
  'user:changed': (payload: { userId: string }) => void;
  /**
   * To members of the user's groups and administrators: the user was blocked and leaves the list, or unblocked and
   * returns. Chat lists say the same of them.
   */
  'standing:changed': (payload: Standing) => void;
  /** To the session that imports: so many of all rows are written; they are there once all are. */
  'import:progress': (payload: { done: number; total: number }) => void;
}

const userParams = z.object({ userId: uuid });
const users = z.array(z.union([userSchema, userSummarySchema]));

/** Both are the server's settings, so each server builds this route; the page uses only the path. */
export const createUser = (emailDomain: string, passwordLogin = true) =>
  defineRoute({
    name: 'createUser',
    method: 'POST',
    path: '/users',
    access: 'admin',
    summary:
      'Register a user, in GENERAL and the groups named; `invite` takes the place of a password',
    body: registerUserSchema(emailDomain, passwordLogin),
    content: userSchema.extend({ invitation: invitationSchema.optional() }),
    status: 201,
  });

export const listUsers = defineRoute({
  name: 'listUsers',
  method: 'GET',
  path: '/users',
  access: 'manager',
  summary: 'All users, newest last; a group manager gets names, e-mails and ids',
  query: z.object(pageQuery),
  content: users,
});

export const searchUsers = defineRoute({
  name: 'searchUsers',
  method: 'GET',
  path: '/users/search',
  access: 'manager',
  summary: 'Users whose e-mail contains the text, whatever the case',
  query: z.object({ email: searchText, ...pageQuery }),
  content: users,
});

export const getCurrentUser = defineRoute({
  name: 'getCurrentUser',
  method: 'GET',
  path: '/users/me',
  access: 'session',
  whileRequired: 'any',
  summary: 'The user of this session, and what they must do first',
  content: ownUserSchema,
});

export const changeOwnPassword = defineRoute({
  name: 'changeOwnPassword',
  method: 'PUT',
  path: '/users/me/password',
  access: 'session',
  whileRequired: ['PASSWORD'],
  summary: 'Change the own password; ends the other sessions',
  body: choosePasswordSchema,
  content: nothing,
});

export const setUserPassword = defineRoute({
  name: 'setUserPassword',
  method: 'PUT',
  path: '/users/:userId/password',
  access: 'admin',
  summary: "Set a user's password; ends all of their sessions",
  params: userParams,
  body: setPasswordSchema,
  content: nothing,
});

export const updateUser = defineRoute({
  name: 'updateUser',
  method: 'PUT',
  path: '/users/:userId',
  access: 'admin',
  summary: 'Change names and e-mail, and whether another administrator supervises',
  params: userParams,
  body: updateUserSchema,
  content: userSchema,
});

export const blockUser = defineRoute({
  name: 'blockUser',
  method: 'POST',
  path: '/users/:userId/block',
  access: 'admin',
  summary: 'Keep the user out; ends their sessions',
  params: userParams,
  content: userSchema,
});

export const unblockUser = defineRoute({
  name: 'unblockUser',
  method: 'POST',
  path: '/users/:userId/unblock',
  access: 'admin',
  summary: 'Let a blocked user in again',
  params: userParams,
  content: userSchema,
});

export const deleteUser = defineRoute({
  name: 'deleteUser',
  method: 'DELETE',
  path: '/users/:userId',
  access: 'admin',
  summary: 'Remove the user; their messages stay and their e-mail is free again',
  params: userParams,
  content: nothing,
});

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

/** `create`: a new person. `none`: the e-mail is registered, and nothing changes. `error`: `errors` says why. */
const importActionSchema = z.enum(['create', 'none', 'error']);

const importRowSchema = z.object({
  /** As a table program counts: the header is 1. */
  row: z.int(),
  email: z.string(),
  action: importActionSchema,
  /** By the Spanish name of the column; `fila` for the row as a whole. */
  errors: z.record(z.string(), z.array(z.string())),
});
export type ImportRow = z.infer<typeof importRowSchema>;

const previewSchema = z.object({ rows: z.array(importRowSchema) });
export type ImportPreview = z.infer<typeof previewSchema>;

const importedInvitationSchema = z.object({
  email: z.string(),
  url: z.string(),
  expiresAt: instant,
});
export type ImportedInvitation = z.infer<typeof importedInvitationSchema>;

const importedSchema = z.object({
  created: z.int(),
  unchanged: z.int(),
  invitations: z.array(importedInvitationSchema),
});
export type Imported = z.infer<typeof importedSchema>;

const flag = z.enum(['0', '1'], { error: textErrors.invalid }).optional();

export const importUsers = defineRoute({
  name: 'importUsers',
  method: 'POST',
  path: '/users/import',
  access: 'admin',
  summary:
    'Register the people of a CSV file, all or none; `dryRun=1` tells what would happen to each row, with 200',
  query: z.object({ dryRun: flag }),
  multipart: true,
  body: z.object({
    file: formFileSchema,
    /** `1`: invitations for those who are created. */
    invite: flag,
    /** The caller's own, needed where a row registers an administrator. */
    currentPassword: currentPassword.optional(),
  }),
  content: z.union([previewSchema, importedSchema]),
  status: 201,
});

export const exportUsers = defineRoute({
  name: 'exportUsers',
  method: 'GET',
  path: '/users/export',
  access: 'admin',
  summary: 'A CSV of all users: nombre, apellido, correo, rol, oficinas, grupos, bloqueado',
  isFile: true,
  content: z.unknown(),
});
