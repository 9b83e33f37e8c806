import type { CreateGroupInput } from '@chat/contract/forms';
import { createGroup } from '@chat/contract/groups';
import { callApi } from '../../../../shared/call-api.ts';
import { useAnnouncedMutation } from '../../../../shared/toast/use-announced-mutation.ts';
import { adminGroupsTexts } from '../admin-groups.texts.ts';

export const useCreateGroup = () =>
  useAnnouncedMutation({
    mutationFn: (body: CreateGroupInput) => callApi(createGroup, { body }),
    done: adminGroupsTexts.created,
    failed: adminGroupsTexts.createFailed,
  });
