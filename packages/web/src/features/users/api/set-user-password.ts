import { setUserPassword } from '@chat/contract/users/users.routes';
import { callApi } from '../../../shared/call-api.ts';
import { useAnnouncedMutation } from '../../notifications/use-announced-mutation.ts';
import { usersTexts } from '../users.texts.ts';

interface NewPassword {
  userId: string;
  body: { password: string };
}

export const useSetUserPassword = () =>
  useAnnouncedMutation({
    mutationFn: ({ userId, body }: NewPassword) =>
      callApi(setUserPassword, { params: { userId }, body }),
    done: usersTexts.passwordUpdated,
    failed: usersTexts.passwordFailed,
  });
