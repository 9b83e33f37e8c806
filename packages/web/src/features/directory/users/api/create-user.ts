import { createUser } from '@chat/contract/users';
import { callApi } from '../../../../shared/call-api.ts';
import { useAnnouncedMutation } from '../../../../shared/toast/use-announced-mutation.ts';
import type { CreateUserBody } from '../create-user.form.ts';
import { usersTexts } from '../users.texts.ts';

export const useCreateUser = (emailDomain: string) =>
  useAnnouncedMutation({
    mutationFn: (body: CreateUserBody) => callApi(createUser(emailDomain), { body }),
    done: usersTexts.created,
    failed: usersTexts.createFailed,
  });
