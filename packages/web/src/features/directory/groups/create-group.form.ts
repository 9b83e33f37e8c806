import { type CreateGroupInput, createGroupSchema } from '@chat/contract/forms';
import { z } from 'zod';
import { adminGroupsTexts } from './admin-groups.texts.ts';

// Apart from the name, so that both errors show at once: a refinement waits for all fields of its own object.
const placeSchema = z
  .object({ isWithoutOffice: z.boolean(), projectId: z.string(), officeId: z.string() })
  .refine(({ isWithoutOffice, projectId }) => isWithoutOffice || projectId, {
    path: ['projectId'],
    error: adminGroupsTexts.projectRequired,
  })
  .refine(({ isWithoutOffice, officeId }) => isWithoutOffice || officeId, {
    path: ['officeId'],
    error: adminGroupsTexts.officeRequired,
  });

const { name, description } = createGroupSchema.shape;

/** The form of a new group: without the switch it needs a place (rules/groups 4). */
export const createGroupFormSchema = z
  .object({ name, description, userUuids: z.array(z.string()) })
  .and(placeSchema);

export type CreateGroupForm = z.input<typeof createGroupFormSchema>;

export const emptyGroupForm: CreateGroupForm = {
  name: '',
  description: '',
  userUuids: [],
  projectId: '',
  officeId: '',
  isWithoutOffice: false,
};

export function toGroupBody({
  isWithoutOffice,
  ...group
}: z.output<typeof createGroupFormSchema>): CreateGroupInput {
  return isWithoutOffice ? { ...group, projectId: null, officeId: null } : group;
}
