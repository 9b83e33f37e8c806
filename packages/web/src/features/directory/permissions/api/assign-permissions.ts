import { assignPermissions } from '@chat/contract/groups';
import { callApi } from '../../../../shared/call-api.ts';
import { useAnnouncedMutation } from '../../../../shared/toast/use-announced-mutation.ts';
import { permissionsTexts } from '../permissions.texts.ts';

export const useAssignPermissions = (userId: string) =>
  useAnnouncedMutation({
    mutationFn: (groupIds: string[]) =>
      callApi(assignPermissions, { params: { userId }, body: { groupIds } }),
    done: permissionsTexts.assignedDone,
    failed: permissionsTexts.assignFailed,
  });
