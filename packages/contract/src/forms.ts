import { z } from 'zod';
import { isBlank, limits, textErrors } from './checks.ts';
import { rawText, requiredText, uuid, uuidList } from './fields.ts';

// Fields and bodies of the forms. Page and server check a form with the same schemas. The page loads them with its
// first form; all other schemas are for the server only.

/** Name of a project or an office (rules/offices-and-projects 1). */
export const placeName = requiredText(
  'El nombre es obligatorio',
  limits.placeNameMax,
  `El nombre no puede exceder los ${limits.placeNameMax} caracteres`,
).refine((value) => [...value].length >= limits.placeNameMin, {
  error: `El nombre debe tener al menos ${limits.placeNameMin} caracteres`,
});

export const projectInputSchema = z.object({ name: placeName });
export type ProjectInput = z.input<typeof projectInputSchema>;

const projectId = z
  .string({ error: 'Selecciona un proyecto' })
  .min(1, { error: 'Selecciona un proyecto', abort: true })
  .pipe(uuid);

export const officeInputSchema = z.object({ name: placeName, projectId });
export type OfficeInput = z.input<typeof officeInputSchema>;

/** An office stays in its project: `projectId` may be left out, and the id of another project is refused. */
export const updateOfficeSchema = z.object({ name: placeName, projectId: projectId.optional() });

const groupName = requiredText(
  'El nombre es obligatorio',
  limits.name,
  `El nombre no puede exceder los ${limits.name} caracteres`,
);
/** The description may be missing or blank; a text of invisible characters only is a mistake. */
const description = rawText({ max: limits.description }).refine(
  (value) => value.trim() === '' || !isBlank(value),
  { error: 'La descripción solo tiene caracteres invisibles' },
);

// An empty selection and null say the same on the wire: no project, no office.
const selection = z
  .union([uuid, z.literal(''), z.null()], { error: textErrors.invalid })
  .transform((value) => value || null)
  .default(null);

/** `officeId` null registers a group without office; a project alone is not enough (rules/groups 4). */
export const createGroupSchema = z
  .object({
    name: groupName,
    description: description.nullish().transform((value) => value ?? ''),
    userUuids: uuidList().default([]),
    projectId: selection,
    officeId: selection,
  })
  .refine((group) => !(group.projectId && !group.officeId), {
    path: ['officeId'],
    error: 'Selecciona una oficina',
  });
export type CreateGroupInput = z.input<typeof createGroupSchema>;

export const updateGroupSchema = z.object({
  name: groupName,
  description: description.nullish().transform((value) => value ?? undefined),
});
export type UpdateGroupInput = z.input<typeof updateGroupSchema>;

const retentionError = { error: 'Escribe un número de días mayor que 0 y hasta 36 500' };

const reasonError = `El motivo debe tener entre ${limits.reasonMin} y ${limits.reasonMax} caracteres`;

const BLANKS = /[\p{White_Space}\u2800]+/gu;
// Nobody sees these, or they are drawn upon the character before: accents, skin tones, emojis joined to another one.
const UNCOUNTED =
  /\u200d\p{Extended_Pictographic}|[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\p{Mn}\p{Me}\p{Emoji_Modifier}]/gu;

/** How many characters are seen; blanks side by side count as one. */
export const countSeen = (text: string): number =>
  [...text.replace(BLANKS, ' ').replace(UNCOUNTED, '').replace(/ +/g, ' ').trim()].length;

/** Its length is that of what is seen; what is not has a bound of its own. */
export const reasonText = requiredText(reasonError, 4 * limits.reasonMax, reasonError).refine(
  (reason) => {
    const seen = countSeen(reason);
    return seen >= limits.reasonMin && seen <= limits.reasonMax;
  },
  { error: reasonError },
);

export const holdSchema = z.discriminatedUnion(
  'hold',
  [z.object({ hold: z.literal(true), reason: reasonText }), z.object({ hold: z.literal(false) })],
  { error: textErrors.invalid },
);
export type HoldInput = z.input<typeof holdSchema>;

/** Fractions are allowed; null follows the setting of the whole installation. */
export const groupRetentionSchema = z.object({
  days: z
    .number(retentionError)
    .positive(retentionError)
    .max(limits.retentionDaysMax, retentionError)
    .nullable(),
});

const emailError = 'Correo inválido';

/** An e-mail as the server keeps it: trimmed and lowercased. */
export const emailText = requiredText('Correo requerido', limits.email, emailError)
  .overwrite((value) => value.toLowerCase())
  .refine((value) => z.email().safeParse(value).success, { error: emailError });

/** Reads an e-mail, as `emailText`, and appends the default domain to a text without `@` (rules/people 6). */
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

const passwordRequired = { error: 'Contraseña requerida' };
/** A password that may be blank: the server says where one is needed. */
export const anyPassword = rawText({ ...passwordRequired, max: limits.passwordMax });

/** The caller's own password, for what a session alone is not enough. */
export const currentPassword = anyPassword.min(1, passwordRequired);

/** Names and e-mail of a new user; e-mails without `@` are completed with `emailDomain`. */
export const newPersonSchema = (emailDomain: string) =>
  z.object({ firstName, lastName, email: emailTextWithDomain(emailDomain) });

/** A new user whose password is chosen for them. */
export const createUserSchema = (emailDomain: string) =>
  newPersonSchema(emailDomain).extend({
    password: passwordText,
    groupUuids: uuidList().default([]),
    // GROUP_MANAGER is not stored but follows from group permissions, so it cannot be asked for (rules/people 2, 3).
    role: z.enum(['ADMIN', 'USER'], { error: 'Rol no válido' }).default('USER'),
    /** The caller's own, needed for the role ADMIN. */
    currentPassword: currentPassword.optional(),
  });

const noPassword = 'Quien recibe una invitación elige su propia contraseña';

/**
 * Body of `POST /users`: with `invite` the new user chooses their password themselves, and where nobody comes in by
 * a password they need none.
 */
export const registerUserSchema = (emailDomain: string, passwordLogin: boolean) =>
  z.discriminatedUnion('invite', [
    createUserSchema(emailDomain).extend({
      invite: z.literal(false).optional(),
      password: passwordLogin ? passwordText : passwordText.optional(),
    }),
    createUserSchema(emailDomain).extend({
      invite: z.literal(true),
      password: z.never({ error: noPassword }).optional(),
    }),
  ]);

/**
 * `currentPassword`: the caller's own, needed for another e-mail of an administrator where a company signs people in,
 * and to make another administrator a supervisor or none; blank is the same as none.
 */
export const updateUserSchema = z.object({
  firstName,
  lastName,
  email: emailText,
  supervisor: z.boolean({ error: textErrors.invalid }).optional(),
  currentPassword: anyPassword.optional(),
});
export type UpdateUserInput = z.input<typeof updateUserSchema>;

/** `currentPassword`: the caller's own, needed where the user is another administrator; blank is as none. */
export const setPasswordSchema = z.object({
  password: passwordText,
  currentPassword: anyPassword.optional(),
});

export const changePasswordSchema = z.object({ currentPassword, password: passwordText });

/** A change of password. The current one may be blank: the server accepts that from a person who has no password. */
export const choosePasswordSchema = changePasswordSchema.extend({
  currentPassword: anyPassword.optional(),
});

const hoursErrors = {
  timeZone: 'Zona horaria no válida',
  day: 'El día va de 1 (lunes) a 7 (domingo)',
  from: 'La hora de inicio va de 00:00 a 23:59',
  to: 'La hora de fin va de 00:00 a 24:00',
  equalEnds: 'La hora de fin debe ser distinta de la de inicio',
  spans: 'El horario tiene de 1 a 50 tramos',
  holidays: 'El horario tiene como máximo 400 festivos',
  holiday: 'El festivo no es una fecha válida',
};

const isTimeZone = (name: string) => {
  try {
    return !/^[+-]/.test(name) && Boolean(new Intl.DateTimeFormat('es', { timeZone: name }));
  } catch {
    return false;
  }
};

const clock = (pattern: RegExp, error: string) => z.string({ error }).regex(pattern, { error });
const day = { error: hoursErrors.day };

const spanSchema = z
  .object({
    /** 1 (Monday) to 7. */
    day: z.int(day).min(1, day).max(7, day),
    from: clock(/^(?:[01]\d|2[0-3]):[0-5]\d$/, hoursErrors.from),
    /** The first minute outside; before `from` the span runs into the next day. */
    to: clock(/^(?:(?:[01]\d|2[0-3]):[0-5]\d|24:00)$/, hoursErrors.to),
  })
  .refine(({ from, to }) => from !== to, { path: ['to'], error: hoursErrors.equalEnds });

/** Working hours as a clock on the wall of their time zone shows them (rules/working-hours 1). */
export const hoursSchema = z.object({
  /** An IANA name. */
  timezone: z.string({ error: hoursErrors.timeZone }).refine(isTimeZone, {
    error: hoursErrors.timeZone,
  }),
  days: z
    .array(spanSchema, { error: hoursErrors.spans })
    .min(1, { error: hoursErrors.spans })
    .max(50, { error: hoursErrors.spans, abort: true }),
  holidays: z
    .array(z.iso.date({ error: hoursErrors.holiday }), { error: hoursErrors.holidays })
    .max(400, { error: hoursErrors.holidays, abort: true }),
});
export type Hours = z.infer<typeof hoursSchema>;

/** The e-mail is typed to confirm. */
export const eraseUserSchema = z.object({
  email: emailText,
  messages: z.boolean({ error: textErrors.invalid }),
});
export type EraseUserInput = z.input<typeof eraseUserSchema>;

/** The name is typed to confirm. */
export const eraseGroupSchema = z.object({
  name: requiredText('Escribe el nombre del grupo', limits.name),
});
export type EraseGroupInput = z.input<typeof eraseGroupSchema>;
