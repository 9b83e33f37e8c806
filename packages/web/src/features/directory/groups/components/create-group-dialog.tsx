import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useForm } from 'react-hook-form';
import { SaveFormDialog } from '../../../../shared/ui/save-form-dialog.tsx';
import { MultiSelectField } from '../../../../shared/ui/select-field.tsx';
import { TextArea } from '../../../../shared/ui/text-area.tsx';
import { TextField } from '../../../../shared/ui/text-field.tsx';
import { toOptions } from '../../../../shared/ui/to-options.ts';
import { useUsers } from '../../lists/list-users.ts';
import { adminGroupsTexts as texts } from '../admin-groups.texts.ts';
import { useCreateGroup } from '../api/create-group.ts';
import { createGroupFormSchema, emptyGroupForm, toGroupBody } from '../create-group.form.ts';
import { GroupPlaceFields } from './group-place-fields.tsx';

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
