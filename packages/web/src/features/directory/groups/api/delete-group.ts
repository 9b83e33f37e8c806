import { deleteGroup } from '@chat/contract/groups';
import { callApi } from '../../../../shared/call-api.ts';
import { useAnnouncedMutation } from '../../../../shared/toast/use-announced-mutation.ts';
import { adminGroupsTexts } from '../admin-groups.texts.ts';

export const useDeleteGroup = () =>
  useAnnouncedMutation({
    mutationFn: (groupId: string) => callApi(deleteGroup, { params: { groupId } }),
    done: adminGroupsTexts.deleted,
    failed: adminGroupsTexts.deleteFailed,
  });
