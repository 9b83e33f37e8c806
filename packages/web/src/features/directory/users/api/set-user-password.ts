import { setUserPassword } from '@chat/contract/users';
import { callApi } from '../../../../shared/call-api.ts';
import { useAnnouncedMutation } from '../../../../shared/toast/use-announced-mutation.ts';
import { usersTexts } from '../users.texts.ts';

interface NewPassword {
  userId: string;
  /** `currentPassword`: the caller's own, for another administrator's. */
  body: { password: string; currentPassword?: string | undefined };
}

export const useSetUserPassword = () =>
  useAnnouncedMutation({
    mutationFn: ({ userId, body }: NewPassword) =>
      callApi(setUserPassword, { params: { userId }, body }),
    done: usersTexts.passwordUpdated,
    failed: usersTexts.passwordFailed,
  });
