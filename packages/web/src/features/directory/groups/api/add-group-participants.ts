import { addGroupParticipants } from '@chat/contract/groups';
import { callApi } from '../../../../shared/call-api.ts';
import { useAnnouncedMutation } from '../../../../shared/toast/use-announced-mutation.ts';

export const useAddGroupParticipants = (groupId: string) =>
  useAnnouncedMutation({
    mutationFn: (userIds: string[]) =>
      callApi(addGroupParticipants, { params: { groupId }, body: { userIds } }),
  });
