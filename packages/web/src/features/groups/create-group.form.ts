import { type CreateGroupInput, createGroupSchema } from '@chat/contract/groups/groups.schema';
import { z } from 'zod';
import { adminGroupsTexts } from './admin-groups.texts.ts';

// Otherwise these are told only once every other field is right.
const always = () => true;

/** The form of a new group: without the switch it needs a place (product §5). */
export const createGroupFormSchema = createGroupSchema
  .safeExtend({
    description: z.string(),
    userUuids: z.array(z.string()),
    projectId: z.string(),
    officeId: z.string(),
    isWithoutOffice: z.boolean(),
  })
  .refine(({ isWithoutOffice, projectId }) => isWithoutOffice || projectId, {
    path: ['projectId'],
    error: adminGroupsTexts.projectRequired,
    when: always,
  })
  .refine(({ isWithoutOffice, officeId }) => isWithoutOffice || officeId, {
    path: ['officeId'],
    error: adminGroupsTexts.officeRequired,
    when: always,
  });

export type CreateGroupForm = z.input<typeof createGroupFormSchema>;

export const emptyGroupForm: CreateGroupForm = {
  name: '',
  description: '',
  userUuids: [],
  projectId: '',
  officeId: '',
  isWithoutOffice: false,
};

export function toGroupBody({ isWithoutOffice, ...group }: CreateGroupForm): CreateGroupInput {
  return isWithoutOffice ? { ...group, projectId: null, officeId: null } : group;
}
