import { updateGroupSchema } from '@chat/contract/forms';
import type { Group } from '@chat/contract/groups';
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useForm } from 'react-hook-form';
import { SaveFormDialog } from '../../../../shared/ui/save-form-dialog.tsx';
import { TextArea } from '../../../../shared/ui/text-area.tsx';
import { TextField } from '../../../../shared/ui/text-field.tsx';
import { adminGroupsTexts as texts } from '../admin-groups.texts.ts';
import { useUpdateGroup } from '../api/update-group.ts';

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
