import { Button } from './button.tsx';
import { uiTexts } from './ui.texts.ts';

interface SubmitButtonsProps {
  label: string;
  isDisabled: boolean;
  isBusy?: boolean;
  onCancel: () => void;
}

/** How a form in a dialog ends: sent off, or called off. */
export function SubmitButtons({ label, isDisabled, isBusy, onCancel }: SubmitButtonsProps) {
  return (
    <>
      <Button variant="secondary" onClick={onCancel}>
        {uiTexts.cancel}
      </Button>
      <Button type="submit" isBusy={isBusy} disabled={isDisabled}>
        {label}
      </Button>
    </>
  );
}
