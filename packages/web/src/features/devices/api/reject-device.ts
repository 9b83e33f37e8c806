import { rejectDevice } from '@chat/contract/devices';
import { callApi } from '../../../shared/call-api.ts';
import { useAnnouncedMutation } from '../../../shared/toast/use-announced-mutation.ts';
import { devicesTexts } from '../devices.texts.ts';

export const useRejectDevice = () =>
  useAnnouncedMutation({
    mutationFn: (deviceId: string) => callApi(rejectDevice, { params: { deviceId } }),
    done: devicesTexts.rejected,
    failed: devicesTexts.failed,
  });
