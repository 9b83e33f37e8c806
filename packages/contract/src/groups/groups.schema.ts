import { z } from 'zod';
import { uuid, uuidList } from '../shared/ids.ts';
import { isBlank } from '../shared/is-blank.ts';
import { limits } from '../shared/limits.ts';
import { rawText, requiredText, textErrors } from '../shared/text.ts';

const groupName = requiredText(
  'El nombre es obligatorio',
  limits.name,
  `El nombre no puede exceder los ${limits.name} caracteres`,
);
/** May be left out or blank; what only looks so says nothing, and is a mistake. */
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

export const updateGroupSchema = z.object({ name: groupName, description: description.optional() });
export type UpdateGroupInput = z.input<typeof updateGroupSchema>;

export const addParticipantsSchema = z.object({
  userIds: uuidList('Selecciona un usuario(s)'),
});

/** `officine` is the office: the specification's spelling on the wire. */
export const groupSchema = z.object({
  uuid,
  id: z.int(),
  name: z.string(),
  description: z.string(),
  officine: z
    .object({ uuid, name: z.string(), project: z.object({ uuid, name: z.string() }) })
    .nullable(),
  officeId: uuid.nullable(),
  projectId: uuid.nullable(),
  participantsCount: z.int(),
});
export type Group = z.infer<typeof groupSchema>;

/** A group as its participant sees it: `unreadCount` sums their chats in it. */
export const ownGroupSchema = groupSchema.extend({ unreadCount: z.int() });
export type OwnGroup = z.infer<typeof ownGroupSchema>;

export const participantSchema = z.object({ uuid, email: z.string() });
export type Participant = z.infer<typeof participantSchema>;
