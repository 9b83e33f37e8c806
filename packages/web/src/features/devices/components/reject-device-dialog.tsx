import type { PendingDevice } from '@chat/contract/devices';
import { ConfirmDialog } from '../../../shared/ui/confirm-dialog.tsx';
import { useRejectDevice } from '../api/reject-device.ts';
import { devicesTexts as texts } from '../devices.texts.ts';

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
