import { z } from 'zod';
import { instant, rawText, uuid } from './fields.ts';
import { limits } from './limits.ts';
import { defineRoute, nothing } from './route.ts';

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

const deviceIdError = 'Identificador de dispositivo no válido';

const loginSchema = z.object({
  // Trimming, lowercasing and the default domain are the server's: the page sends what was typed (rules/sign-in 2, 3).
  email: rawText({ error: 'Correo requerido', max: limits.email }).refine(
    (value) => value.trim() !== '',
    { error: 'Correo requerido' },
  ),
  password: rawText({ error: 'Contraseña requerida', max: limits.passwordMax }).min(1, {
    error: 'Contraseña requerida',
  }),
  deviceId: z
    .string({ error: deviceIdError })
    .regex(new RegExp(`^[A-Za-z0-9_-]{${limits.deviceIdMin},${limits.deviceIdMax}}$`), {
      error: deviceIdError,
    }),
});

const loginResponseSchema = z.object({
  accessToken: z.string(),
  user: currentUserSchema,
  /**
   * Somebody else has reset the password. The next sign-in says so, and each older device says so once: the first
   * person to sign in may be the one who reset it. `by` is null for the server's command line.
   */
  passwordReset: z.object({ by: z.string().nullable(), at: instant }).optional(),
});
export type LoginResponse = z.infer<typeof loginResponseSchema>;

export type SessionEndReason = 'logout' | 'blocked' | 'deleted' | 'device' | 'password' | 'expired';

export interface AuthEvents {
  /** The session is over; the socket closes right after. */
  'session:ended': (payload: { reason: SessionEndReason }) => void;
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
  summary: 'End this session, its sockets included',
  content: nothing,
});
