import { createUserSchema } from '@chat/contract/forms';
import { z } from 'zod';
import { usersTexts } from './users.texts.ts';

// Apart from the names, so that both errors show at once: a refinement waits for all fields of its own object.
const placeSchema = z
  .object({ projectId: z.string(), officeId: z.string(), groupUuids: z.array(z.string()) })
  .refine(({ projectId, officeId }) => !projectId || officeId, {
    path: ['officeId'],
    error: usersTexts.officeRequired,
  })
  .refine(({ officeId, groupUuids }) => !officeId || groupUuids.length > 0, {
    path: ['groupUuids'],
    error: usersTexts.groupsRequired,
  });

/** The form of a new user: their data and the place whose groups they join (rules/people 22). */
export const createUserFormSchema = (emailDomain: string) =>
  createUserSchema(emailDomain)
    .omit({ role: true, currentPassword: true, groupUuids: true })
    .and(placeSchema);

export type CreateUserForm = z.input<ReturnType<typeof createUserFormSchema>>;
export type CreateUserBody = Omit<CreateUserForm, 'projectId' | 'officeId'>;

export const emptyUserForm: CreateUserForm = {
  firstName: '',
  lastName: '',
  email: '',
  password: '',
  projectId: '',
  officeId: '',
  groupUuids: [],
};

/** The place only serves to find the groups; it is not sent. */
export function toUserBody({ projectId, officeId, ...body }: CreateUserForm): CreateUserBody {
  return body;
}
