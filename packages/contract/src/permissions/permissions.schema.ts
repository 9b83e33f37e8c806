import { z } from 'zod';
import { groupSchema } from '../groups/groups.schema.ts';
import { instant, uuid, uuidList } from '../shared/ids.ts';

export const assignPermissionsSchema = z.object({
  groupIds: uuidList('Selecciona un grupo(s)'),
});

/** A user with the groups they manage, for 'Acceso a grupos'. */
export const userWithGroupsSchema = z.object({
  uuid,
  id: z.int(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  blockedAt: instant.nullable(),
  groupPermissions: z.array(uuid),
  groups: z.array(groupSchema),
});
export type UserWithGroups = z.infer<typeof userWithGroupsSchema>;
