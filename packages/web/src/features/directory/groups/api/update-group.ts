import type { UpdateGroupInput } from '@chat/contract/forms';
import { updateGroup } from '@chat/contract/groups';
import { callApi } from '../../../../shared/call-api.ts';
import { useAnnouncedMutation } from '../../../../shared/toast/use-announced-mutation.ts';
import { adminGroupsTexts } from '../admin-groups.texts.ts';

interface GroupUpdate {
  groupId: string;
  body: UpdateGroupInput;
}

export const useUpdateGroup = () =>
  useAnnouncedMutation({
    mutationFn: ({ groupId, body }: GroupUpdate) =>
      callApi(updateGroup, { params: { groupId }, body }),
    done: adminGroupsTexts.updated,
    failed: adminGroupsTexts.updateFailed,
  });
