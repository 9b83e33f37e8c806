import type { PendingDevice } from '@chat/contract/devices';
import { ConfirmDialog } from '../../../shared/ui/confirm-dialog.tsx';
import { useApproveDevice } from '../api/approve-device.ts';
import { devicesTexts as texts } from '../devices.texts.ts';

interface ApproveDeviceDialogProps {
  device: PendingDevice;
  onClose: () => void;
}

export function ApproveDeviceDialog({ device, onClose }: ApproveDeviceDialogProps) {
  const approval = useApproveDevice();
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={texts.approveTitle}
      confirmLabel={texts.confirm}
      isBusy={approval.isPending}
      onConfirm={() => approval.mutate(device.uuid, { onSettled: onClose })}
    >
      {[
        texts.approveQuestion(device.userEmail),
        device.deviceCode && texts.compareCode(device.deviceCode),
      ]
        .filter(Boolean)
        .join(' ')}
    </ConfirmDialog>
  );
}
