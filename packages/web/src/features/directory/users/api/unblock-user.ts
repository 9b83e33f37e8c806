import { unblockUser } from '@chat/contract/users';
import { callApi } from '../../../../shared/call-api.ts';
import { useAnnouncedMutation } from '../../../../shared/toast/use-announced-mutation.ts';

export const useUnblockUser = () =>
  useAnnouncedMutation({
    mutationFn: (userId: string) => callApi(unblockUser, { params: { userId } }),
  });
