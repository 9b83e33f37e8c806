import { z } from 'zod';
import { roleSchema } from '../auth/auth.schema.ts';
import { connectionStatusSchema } from '../presence/presence.schema.ts';
import { instant, uuid, uuidList } from '../shared/ids.ts';
import { limits } from '../shared/limits.ts';
import { rawText, requiredText } from '../shared/text.ts';

const emailError = 'Correo inválido';

/** An e-mail as the server keeps it: trimmed and lowercased. */
export const emailText = requiredText('Correo requerido', limits.email, emailError)
  .overwrite((value) => value.toLowerCase())
  .refine((value) => z.email().safeParse(value).success, { error: emailError });

/** As `emailText`, but a text without `@` gets the default domain appended (rules/people 6). */
export const emailTextWithDomain = (domain: string) =>
  requiredText('Correo requerido', limits.email, emailError)
    .overwrite((value) => appendDomain(value.toLowerCase(), domain))
    .refine((value) => z.email().safeParse(value).success, { error: emailError });

export function appendDomain(email: string, domain: string): string {
  return email.includes('@') ? email : `${email}@${domain}`;
}

export const passwordText = rawText({
  error: 'Contraseña requerida',
  max: limits.passwordMax,
})
  .min(1, { error: 'Contraseña requerida', abort: true })
  .refine((value) => [...value].length >= limits.passwordMin, {
    error: `Mínimo ${limits.passwordMin} caracteres`,
  });

const firstName = requiredText('El nombre es obligatorio', limits.name);
const lastName = requiredText('El apellido es obligatorio', limits.name);

const currentPassword = rawText({ error: 'Contraseña requerida', max: limits.passwordMax }).min(1, {
  error: 'Contraseña requerida',
});

/** Body of `POST /users`; e-mails without `@` are completed with `emailDomain`. */
export const createUserSchema = (emailDomain: string) =>
  z.object({
    firstName,
    lastName,
    email: emailTextWithDomain(emailDomain),
    password: passwordText,
    groupUuids: uuidList().default([]),
    // GROUP_MANAGER is not stored but follows from group permissions, so it cannot be asked for (rules/people 2, 3).
    role: z.enum(['ADMIN', 'USER'], { error: 'Rol no válido' }).default('USER'),
    /** The caller's own, needed for the role ADMIN. */
    currentPassword: currentPassword.optional(),
  });

export const updateUserSchema = z.object({ firstName, lastName, email: emailText });
export type UpdateUserInput = z.input<typeof updateUserSchema>;

/** `currentPassword`: the caller's own, needed where the user is another administrator. */
export const setPasswordSchema = z.object({
  password: passwordText,
  currentPassword: currentPassword.optional(),
});

export const changePasswordSchema = z.object({ currentPassword, password: passwordText });

export const userSchema = z.object({
  uuid,
  id: z.int(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  role: roleSchema,
  isAdmin: z.boolean(),
  /** Names of the offices of their groups. */
  offices: z.array(z.string()),
  connectionStatus: connectionStatusSchema,
  blockedAt: instant.nullable(),
  /** uuids of the groups they manage. */
  groupPermissions: z.array(uuid),
});
export type User = z.infer<typeof userSchema>;

/** What a group manager may know of a user, to choose participants. */
export const userSummarySchema = userSchema.pick({
  uuid: true,
  id: true,
  firstName: true,
  lastName: true,
  email: true,
});
export type UserSummary = z.infer<typeof userSummarySchema>;
