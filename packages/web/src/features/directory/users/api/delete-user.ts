import { deleteUser } from '@chat/contract/users';
import { callApi } from '../../../../shared/call-api.ts';
import { useAnnouncedMutation } from '../../../../shared/toast/use-announced-mutation.ts';

export const useDeleteUser = () =>
  useAnnouncedMutation({
    mutationFn: (userId: string) => callApi(deleteUser, { params: { userId } }),
  });
