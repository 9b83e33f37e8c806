import { createUserSchema } from '@chat/contract/users/users.schema';
import { z } from 'zod';
import { usersTexts } from './users.texts.ts';

/** The form of a new user: its body and the place whose groups he joins (product §5). */
export const createUserFormSchema = (emailDomain: string) =>
  createUserSchema(emailDomain)
    .omit({ role: true })
    .extend({ projectId: z.string(), officeId: z.string(), groupUuids: z.array(z.string()) })
    .refine(({ projectId, officeId }) => !projectId || officeId, {
      path: ['officeId'],
      error: usersTexts.officeRequired,
      when: always,
    })
    .refine(({ officeId, groupUuids }) => !officeId || groupUuids.length > 0, {
      path: ['groupUuids'],
      error: usersTexts.groupsRequired,
      when: always,
    });

// Otherwise these are told only once every other field is right.
const always = () => true;

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
