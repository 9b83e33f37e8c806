import { blockUser } from '@chat/contract/users';
import { callApi } from '../../../../shared/call-api.ts';
import { useAnnouncedMutation } from '../../../../shared/toast/use-announced-mutation.ts';

export const useBlockUser = () =>
  useAnnouncedMutation({
    mutationFn: (userId: string) => callApi(blockUser, { params: { userId } }),
  });
