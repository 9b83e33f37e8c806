import type { Office } from '@chat/contract/offices';
import { ConfirmDialog } from '../../../../shared/ui/confirm-dialog.tsx';
import { useDeleteOffice } from '../api/delete-office.ts';
import { officesTexts as texts } from '../offices.texts.ts';

interface DeleteOfficeDialogProps {
  office: Office;
  onClose: () => void;
}

export function DeleteOfficeDialog({ office, onClose }: DeleteOfficeDialogProps) {
  const deletion = useDeleteOffice();
  return (
    <ConfirmDialog
      isOpen
      isDanger
      onClose={onClose}
      title={texts.deleteTitle}
      confirmLabel={texts.delete}
      isBusy={deletion.isPending}
      onConfirm={() => deletion.mutate(office.uuid, { onSettled: onClose })}
    >
      {texts.deleteQuestion(office.name)}
    </ConfirmDialog>
  );
}
