import { changeOwnPassword } from '@chat/contract/users';
import { callApi } from '../../../../shared/call-api.ts';
import { useAnnouncedMutation } from '../../../../shared/toast/use-announced-mutation.ts';
import { usersTexts } from '../users.texts.ts';

interface PasswordChange {
  currentPassword: string;
  password: string;
}

export const useChangeOwnPassword = () =>
  useAnnouncedMutation({
    mutationFn: (body: PasswordChange) => callApi(changeOwnPassword, { body }),
    done: usersTexts.passwordUpdated,
    failed: usersTexts.passwordFailed,
  });
