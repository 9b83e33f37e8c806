import type { PendingDevice } from '@chat/contract/devices';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.tsx';
import { useApproveDevice, useRejectDevice } from './api.ts';
import { devicesTexts as texts } from './devices.texts.ts';

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

interface RejectDeviceDialogProps {
  device: PendingDevice;
  onClose: () => void;
}

/** Also how an approved device is removed (rules/devices 14). */
export function RejectDeviceDialog({ device, onClose }: RejectDeviceDialogProps) {
  const rejection = useRejectDevice();
  return (
    <ConfirmDialog
      isOpen
      isDanger
      onClose={onClose}
      title={texts.rejectTitle}
      confirmLabel={texts.confirm}
      isBusy={rejection.isPending}
      onConfirm={() => rejection.mutate(device.uuid, { onSettled: onClose })}
    >
      {texts.rejectQuestion(device.userEmail)}
    </ConfirmDialog>
  );
}
