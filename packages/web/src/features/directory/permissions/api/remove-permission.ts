import { removePermission } from '@chat/contract/groups';
import { callApi } from '../../../../shared/call-api.ts';
import { useAnnouncedMutation } from '../../../../shared/toast/use-announced-mutation.ts';
import { permissionsTexts } from '../permissions.texts.ts';

export const useRemovePermission = (userId: string) =>
  useAnnouncedMutation({
    mutationFn: (groupId: string) =>
      callApi(removePermission, { params: { userId, permissionId: groupId } }),
    done: permissionsTexts.removed,
    failed: permissionsTexts.removeFailed,
  });
