import { deleteUser } from '@chat/contract/users/users.routes';
import { callApi } from '../../../../shared/call-api.ts';
import { useAnnouncedMutation } from '../../../../shared/toast/use-announced-mutation.ts';

export const useDeleteUser = () =>
  useAnnouncedMutation({
    mutationFn: (userId: string) => callApi(deleteUser, { params: { userId } }),
  });
