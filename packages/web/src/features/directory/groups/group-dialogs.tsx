import {
  type CreateGroupInput,
  createGroupSchema,
  groupRetentionSchema,
  updateGroupSchema,
} from '@chat/contract/forms';
import type { Group } from '@chat/contract/groups';
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { type Control, type UseFormSetValue, useForm, useWatch } from 'react-hook-form';
import { z } from 'zod';
import { groupLabel } from '../../../shared/format/words.ts';
import { ConfirmDialog } from '../../../shared/ui/dialog.tsx';
import { FieldRow, SaveFormDialog } from '../../../shared/ui/save-form-dialog.tsx';
import { toOptions } from '../../../shared/ui/select.tsx';
import { MultiSelectField, SelectField } from '../../../shared/ui/select-field.tsx';
import { Switch } from '../../../shared/ui/switch.tsx';
import { TextArea, TextField } from '../../../shared/ui/text-field.tsx';
import { useOffices, useProjects, useUsers } from '../lists/lists.ts';
import { adminGroupsTexts as texts } from './admin-groups.texts.ts';
import { useCreateGroup, useDeleteGroup, useSetGroupRetention, useUpdateGroup } from './api.ts';

// Apart from the name, so that both errors show at once: a refinement waits for all fields of its own object.
const placeSchema = z
  .object({ isWithoutOffice: z.boolean(), projectId: z.string(), officeId: z.string() })
  .refine(({ isWithoutOffice, projectId }) => isWithoutOffice || projectId, {
    path: ['projectId'],
    error: texts.projectRequired,
  })
  .refine(({ isWithoutOffice, officeId }) => isWithoutOffice || officeId, {
    path: ['officeId'],
    error: texts.officeRequired,
  });

const { name, description } = createGroupSchema.shape;

/** The form of a new group: without the switch it needs a place (rules/groups 4). */
export const createGroupFormSchema = z
  .object({ name, description, userUuids: z.array(z.string()) })
  .and(placeSchema);

type CreateGroupForm = z.input<typeof createGroupFormSchema>;

export const emptyGroupForm: CreateGroupForm = {
  name: '',
  description: '',
  userUuids: [],
  projectId: '',
  officeId: '',
  isWithoutOffice: false,
};

export function toGroupBody({
  isWithoutOffice,
  ...group
}: z.output<typeof createGroupFormSchema>): CreateGroupInput {
  return isWithoutOffice ? { ...group, projectId: null, officeId: null } : group;
}

export function CreateGroupDialog({ onClose }: { onClose: () => void }) {
  const users = useUsers();
  const create = useCreateGroup();
  const form = useForm({
    resolver: standardSchemaResolver(createGroupFormSchema),
    defaultValues: emptyGroupForm,
  });
  const { errors } = form.formState;
  return (
    <SaveFormDialog
      title={texts.registerGroup}
      form={form}
      save={(values) => create.mutateAsync(toGroupBody(values))}
      saveLabel={texts.register}
      onClose={onClose}
    >
      <TextField
        label={texts.name}
        autoComplete="off"
        error={errors.name?.message}
        {...form.register('name')}
      />
      <TextArea
        label={texts.description}
        rows={2}
        error={errors.description?.message}
        {...form.register('description')}
      />
      <GroupPlaceFields control={form.control} setValue={form.setValue} />
      <MultiSelectField
        control={form.control}
        name="userUuids"
        label={texts.users}
        options={toOptions(users.data, ({ email }) => email)}
      />
    </SaveFormDialog>
  );
}

interface GroupPlaceFieldsProps {
  control: Control<CreateGroupForm>;
  setValue: UseFormSetValue<CreateGroupForm>;
}

/** Project and office, or the switch that does without; a new project clears the office (rules/groups 4, 23). */
function GroupPlaceFields({ control, setValue }: GroupPlaceFieldsProps) {
  const [isWithoutOffice, projectId] = useWatch({
    control,
    name: ['isWithoutOffice', 'projectId'],
  });
  const projects = useProjects().data;
  const offices = useOffices().data?.filter(({ project }) => project.uuid === projectId);
  const changeProject = (project: string) => {
    setValue('projectId', project, { shouldValidate: Boolean(project) });
    setValue('officeId', '');
  };
  const changeSwitch = (checked: boolean) => {
    setValue('isWithoutOffice', checked);
    changeProject('');
  };
  return (
    <>
      <Switch label={texts.withoutOffice} checked={isWithoutOffice} onChange={changeSwitch} />
      {!isWithoutOffice && (
        <FieldRow>
          <SelectField
            control={control}
            name="projectId"
            label={texts.project}
            options={toOptions(projects, ({ name }) => name)}
            onChange={changeProject}
          />
          <SelectField
            control={control}
            name="officeId"
            label={texts.office}
            options={toOptions(offices, ({ name }) => name)}
            disabled={!projectId}
            placeholder={projectId ? undefined : texts.noOfficesYet}
          />
        </FieldRow>
      )}
    </>
  );
}

interface EditGroupDialogProps {
  group: Group;
  onClose: () => void;
}

export function EditGroupDialog({ group, onClose }: EditGroupDialogProps) {
  const update = useUpdateGroup();
  const form = useForm({
    resolver: standardSchemaResolver(updateGroupSchema),
    defaultValues: { name: group.name, description: group.description },
  });
  const { errors } = form.formState;
  return (
    <SaveFormDialog
      title={texts.updateGroup}
      form={form}
      save={(body) => update.mutateAsync({ groupId: group.uuid, body })}
      saveLabel={texts.update}
      onClose={onClose}
    >
      <TextField
        label={texts.name}
        autoComplete="off"
        error={errors.name?.message}
        {...form.register('name')}
      />
      <TextArea
        label={texts.description}
        error={errors.description?.message}
        {...form.register('description')}
      />
    </SaveFormDialog>
  );
}

interface DeleteGroupDialogProps {
  group: Group;
  onClose: () => void;
}

export function DeleteGroupDialog({ group, onClose }: DeleteGroupDialogProps) {
  const deletion = useDeleteGroup();
  return (
    <ConfirmDialog
      isOpen
      isDanger
      onClose={onClose}
      title={texts.deleteTitle}
      confirmLabel={texts.delete}
      isBusy={deletion.isPending}
      onConfirm={() => deletion.mutate(group.uuid, { onSettled: onClose })}
    >
      {texts.deleteQuestion(groupLabel(group))}
    </ConfirmDialog>
  );
}

// As people write numbers: with a comma.
const typedDays = z.string().transform((typed) => Number(typed.trim().replace(',', '.')));

const formSchema = z.discriminatedUnion('isAsCompany', [
  z.object({ isAsCompany: z.literal(true), days: z.unknown() }),
  z.object({
    isAsCompany: z.literal(false),
    days: typedDays.pipe(groupRetentionSchema.shape.days.unwrap()),
  }),
]);

interface RetentionDialogProps {
  group: Group;
  onClose: () => void;
}

/** The days after which the messages of a group go; without any it follows the whole company. */
export function RetentionDialog({ group, onClose }: RetentionDialogProps) {
  const save = useSetGroupRetention();
  const { retentionDays = null, uuid: groupId } = group;
  const form = useForm<z.input<typeof formSchema>, unknown, z.output<typeof formSchema>>({
    resolver: standardSchemaResolver(formSchema),
    defaultValues: {
      isAsCompany: retentionDays === null,
      days: retentionDays === null ? '' : String(retentionDays).replace('.', ','),
    },
  });
  const isAsCompany = useWatch({ control: form.control, name: 'isAsCompany' });
  const { errors } = form.formState;
  return (
    <SaveFormDialog
      title={texts.setRetention}
      description={`${groupLabel(group)}. ${texts.retentionHint}`}
      form={form}
      save={(values) =>
        save.mutateAsync({ groupId, days: values.isAsCompany ? null : values.days })
      }
      saveLabel={texts.save}
      onClose={onClose}
    >
      <Switch
        label={texts.keepsAsCompany}
        checked={isAsCompany}
        onChange={(checked) => form.setValue('isAsCompany', checked, { shouldDirty: true })}
      />
      {!isAsCompany && (
        <TextField
          label={texts.days}
          inputMode="decimal"
          autoComplete="off"
          error={errors.days?.message}
          {...form.register('days')}
        />
      )}
    </SaveFormDialog>
  );
}
