import { Button } from '../../../shared/ui/button.tsx';
import { devicesTexts as texts } from '../devices.texts.ts';

interface DeviceActionsProps {
  isApproved: boolean;
  onApprove: () => void;
  onReject: () => void;
}

export function DeviceActions({ isApproved, onApprove, onReject }: DeviceActionsProps) {
  if (isApproved) {
    return (
      <Button variant="ghost" size="s" onClick={onReject}>
        {texts.delete}
      </Button>
    );
  }
  return (
    <>
      <Button variant="secondary" size="s" onClick={onApprove}>
        {texts.approve}
      </Button>
      <Button variant="ghost" size="s" onClick={onReject}>
        {texts.reject}
      </Button>
    </>
  );
}
