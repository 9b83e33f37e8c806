import { type OfficeInput, officeInputSchema } from '@chat/contract/forms';
import { createOffice, deleteOffice, type Office, updateOffice } from '@chat/contract/offices';
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { Building2, Pencil, Trash2 } from 'lucide-react';
import { useForm } from 'react-hook-form';
import { callApi } from '../../../shared/call-api.ts';
import { routePaths } from '../../../shared/routes.ts';
import { useAnnouncedMutation } from '../../../shared/toast/mutations.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { ConfirmDialog } from '../../../shared/ui/dialog.tsx';
import linkStyles from '../../../shared/ui/link.module.css';
import { PageLink } from '../../../shared/ui/page-link.tsx';
import { EmptyState } from '../../../shared/ui/placeholders.tsx';
import { RowMenu } from '../../../shared/ui/row-menu.tsx';
import { SaveFormDialog } from '../../../shared/ui/save-form-dialog.tsx';
import { toOptions } from '../../../shared/ui/select.tsx';
import { SelectField } from '../../../shared/ui/select-field.tsx';
import { Table } from '../../../shared/ui/table.tsx';
import type { Column } from '../../../shared/ui/table-head.tsx';
import { TextField } from '../../../shared/ui/text-field.tsx';
import { useOffices, useProjects } from '../lists/lists.ts';
import { officesTexts as texts } from './offices.texts.ts';

interface OfficesTableProps {
  /** Offered while there is none. */
  onCreate: () => void;
  onEdit: (office: Office) => void;
  onDelete: (office: Office) => void;
}

const columns: Column<Office>[] = [
  { key: 'name', header: texts.office, cell: ({ name }) => name, sortBy: ({ name }) => name },
  {
    key: 'project',
    header: texts.project,
    cell: ({ project }) => project.name,
    sortBy: ({ project }) => project.name,
  },
];

export function OfficesTable({ onCreate, onEdit, onDelete }: OfficesTableProps) {
  const offices = useOffices();
  return (
    <Table
      label={texts.title}
      columns={columns}
      rows={offices.data}
      rowKey={(office) => office.uuid}
      actions={(office) => (
        <RowMenu
          items={[
            { label: texts.edit, icon: Pencil, onSelect: () => onEdit(office) },
            {
              label: texts.delete,
              icon: Trash2,
              isDanger: true,
              onSelect: () => onDelete(office),
            },
          ]}
        />
      )}
      isFailed={offices.isError}
      onRetry={() => void offices.refetch()}
      empty={<NoOffices onCreate={onCreate} />}
    />
  );
}

function NoOffices({ onCreate }: { onCreate: () => void }) {
  const hasNoProject = useProjects().data?.length === 0;
  const action = hasNoProject ? (
    <PageLink to={routePaths['admin.projects']} className={linkStyles.button}>
      {texts.projectFirst}
    </PageLink>
  ) : (
    <Button onClick={onCreate}>{texts.createFirst}</Button>
  );
  return (
    <EmptyState icon={Building2} title={texts.none} action={action}>
      <p>{texts.noneHint}</p>
      {hasNoProject && <p>{texts.projectFirstHint}</p>}
    </EmptyState>
  );
}

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
