import { listGroupParticipants } from '@chat/contract/groups';
import { useQuery } from '@tanstack/react-query';
import { callApi } from '../../../../shared/call-api.ts';

export const useGroupParticipants = (groupId: string) =>
  useQuery({
    queryKey: ['groups', groupId, 'participants'],
    queryFn: async ({ signal }) =>
      (await callApi(listGroupParticipants, { params: { groupId }, signal })).content,
  });
