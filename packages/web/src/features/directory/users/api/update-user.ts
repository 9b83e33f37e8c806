import type { UpdateUserInput } from '@chat/contract/forms';
import { updateUser } from '@chat/contract/users';
import { callApi } from '../../../../shared/call-api.ts';
import { useAnnouncedMutation } from '../../../../shared/toast/use-announced-mutation.ts';
import { usersTexts } from '../users.texts.ts';

interface UserUpdate {
  userId: string;
  body: UpdateUserInput;
}

export const useUpdateUser = () =>
  useAnnouncedMutation({
    mutationFn: ({ userId, body }: UserUpdate) => callApi(updateUser, { params: { userId }, body }),
    done: usersTexts.updated,
    failed: usersTexts.updateFailed,
  });
