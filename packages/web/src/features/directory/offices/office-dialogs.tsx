import { officeInputSchema } from '@chat/contract/forms';
import type { Office } from '@chat/contract/offices';
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useForm } from 'react-hook-form';
import { ConfirmDialog } from '../../../shared/ui/confirm-dialog.tsx';
import { SaveFormDialog } from '../../../shared/ui/save-form-dialog.tsx';
import { toOptions } from '../../../shared/ui/select.tsx';
import { SelectField } from '../../../shared/ui/select-field.tsx';
import { TextField } from '../../../shared/ui/text-field.tsx';
import { useProjects } from '../lists/lists.ts';
import { useCreateOffice, useDeleteOffice, useUpdateOffice } from './api.ts';
import { officesTexts as texts } from './offices.texts.ts';

interface OfficeFormDialogProps {
  /** The one to rename; without it a new one is registered. */
  office?: Office | undefined;
  onClose: () => void;
}

export function OfficeFormDialog({ office, onClose }: OfficeFormDialogProps) {
  const projects = useProjects();
  const create = useCreateOffice();
  const update = useUpdateOffice();
  const form = useForm({
    resolver: standardSchemaResolver(officeInputSchema),
    defaultValues: { name: office?.name ?? '', projectId: office?.project.uuid ?? '' },
  });
  return (
    <SaveFormDialog
      title={office ? texts.updateOffice : texts.registerOffice}
      form={form}
      save={(body) =>
        office ? update.mutateAsync({ officeId: office.uuid, body }) : create.mutateAsync(body)
      }
      saveLabel={office ? texts.update : texts.register}
      onClose={onClose}
    >
      <SelectField
        control={form.control}
        name="projectId"
        label={texts.project}
        options={toOptions(projects.data ?? (office && [office.project]), ({ name }) => name)}
        disabled={Boolean(office)}
      />
      <TextField
        label={texts.name}
        autoComplete="off"
        error={form.formState.errors.name?.message}
        {...form.register('name')}
      />
    </SaveFormDialog>
  );
}

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
