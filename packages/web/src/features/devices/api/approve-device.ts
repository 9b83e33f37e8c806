import { approveDevice } from '@chat/contract/devices';
import { callApi } from '../../../shared/call-api.ts';
import { useAnnouncedMutation } from '../../../shared/toast/use-announced-mutation.ts';
import { devicesTexts } from '../devices.texts.ts';

export const useApproveDevice = () =>
  useAnnouncedMutation({
    mutationFn: (deviceId: string) => callApi(approveDevice, { params: { deviceId } }),
    done: devicesTexts.approved,
    failed: devicesTexts.failed,
  });
