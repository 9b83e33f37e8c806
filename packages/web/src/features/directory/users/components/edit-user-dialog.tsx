import { updateUserSchema } from '@chat/contract/forms';
import type { User } from '@chat/contract/users';
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useForm } from 'react-hook-form';
import { FieldRow } from '../../../../shared/ui/field-row.tsx';
import { SaveFormDialog } from '../../../../shared/ui/save-form-dialog.tsx';
import { TextField } from '../../../../shared/ui/text-field.tsx';
import { useUpdateUser } from '../api/update-user.ts';
import { usersTexts as texts } from '../users.texts.ts';

interface EditUserDialogProps {
  user: User;
  onClose: () => void;
}

export function EditUserDialog({ user, onClose }: EditUserDialogProps) {
  const update = useUpdateUser();
  const { firstName, lastName, email } = user;
  const form = useForm({
    resolver: standardSchemaResolver(updateUserSchema),
    defaultValues: { firstName, lastName, email },
  });
  const { errors } = form.formState;
  return (
    <SaveFormDialog
      title={texts.updateUser}
      form={form}
      save={(body) => update.mutateAsync({ userId: user.uuid, body })}
      saveLabel={texts.update}
      onClose={onClose}
    >
      <FieldRow>
        <TextField
          label={texts.firstName}
          autoComplete="off"
          error={errors.firstName?.message}
          {...form.register('firstName')}
        />
        <TextField
          label={texts.lastName}
          autoComplete="off"
          error={errors.lastName?.message}
          {...form.register('lastName')}
        />
      </FieldRow>
      <TextField
        label={texts.email}
        inputMode="email"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        error={errors.email?.message}
        {...form.register('email')}
      />
    </SaveFormDialog>
  );
}
