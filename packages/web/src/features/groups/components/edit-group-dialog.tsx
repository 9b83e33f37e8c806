import { type Group, updateGroupSchema } from '@chat/contract/groups/groups.schema';
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useForm } from 'react-hook-form';
import { useSaveForm } from '../../../shared/hooks/use-save-form.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { FormDialog } from '../../../shared/ui/form-dialog.tsx';
import { TextArea } from '../../../shared/ui/text-area.tsx';
import { TextField } from '../../../shared/ui/text-field.tsx';
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
  const handleSubmit = useSaveForm(
    form,
    (body) => update.mutateAsync({ groupId: group.uuid, body }),
    onClose,
  );
  return (
    <FormDialog
      isOpen
      onClose={onClose}
      title={texts.updateGroup}
      onSubmit={handleSubmit}
      footer={
        <Button type="submit" isBusy={update.isPending}>
          {texts.update}
        </Button>
      }
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
    </FormDialog>
  );
}
