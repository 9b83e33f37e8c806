import { type OfficeInput, officeInputSchema } from '@chat/contract/forms';
import { createOffice, deleteOffice, type Office, updateOffice } from '@chat/contract/offices';
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useForm } from 'react-hook-form';
import { callApi } from '../../../shared/call-api.ts';
import { useAnnouncedMutation } from '../../../shared/toast/mutations.ts';
import { ConfirmDialog } from '../../../shared/ui/confirm-dialog.tsx';
import { SaveFormDialog } from '../../../shared/ui/save-form-dialog.tsx';
import { toOptions } from '../../../shared/ui/select.tsx';
import { SelectField } from '../../../shared/ui/select-field.tsx';
import { TextField } from '../../../shared/ui/text-field.tsx';
import { useProjects } from '../lists/lists.ts';
import { officesTexts as texts } from './offices.texts.ts';

const useCreateOffice = () =>
  useAnnouncedMutation({
    mutationFn: (body: OfficeInput) => callApi(createOffice, { body }),
    done: texts.created,
    failed: texts.createFailed,
  });

interface OfficeUpdate {
  officeId: string;
  body: OfficeInput;
}

const useUpdateOffice = () =>
  useAnnouncedMutation({
    mutationFn: ({ officeId, body }: OfficeUpdate) =>
      callApi(updateOffice, { params: { officeId }, body }),
    done: texts.updated,
    failed: texts.updateFailed,
  });

const useDeleteOffice = () =>
  useAnnouncedMutation({
    mutationFn: (officeId: string) => callApi(deleteOffice, { params: { officeId } }),
    done: texts.deleted,
    failed: texts.deleteFailed,
  });

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
