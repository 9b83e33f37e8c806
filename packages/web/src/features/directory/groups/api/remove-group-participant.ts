import { removeGroupParticipant } from '@chat/contract/groups';
import { callApi } from '../../../../shared/call-api.ts';
import { useAnnouncedMutation } from '../../../../shared/toast/use-announced-mutation.ts';

export const useRemoveGroupParticipant = (groupId: string) =>
  useAnnouncedMutation({
    mutationFn: (userId: string) =>
      callApi(removeGroupParticipant, { params: { groupId, userId } }),
  });
