import { setPasswordSchema, type User } from '@chat/contract/users/users.schema';
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useForm } from 'react-hook-form';
import { PasswordField } from '../../../shared/ui/password-field.tsx';
import { SaveFormDialog } from '../../../shared/ui/save-form-dialog.tsx';
import { useSetUserPassword } from '../api/set-user-password.ts';
import { usersTexts as texts } from '../users.texts.ts';

interface SetPasswordDialogProps {
  user: User;
  onClose: () => void;
}

/** An administrator gives a user a new password; the user's sessions end (contract §2 Auth). */
export function SetPasswordDialog({ user, onClose }: SetPasswordDialogProps) {
  const change = useSetUserPassword();
  const form = useForm({
    resolver: standardSchemaResolver(setPasswordSchema),
    defaultValues: { password: '' },
  });
  return (
    <SaveFormDialog
      title={texts.changePassword}
      description={texts.setPasswordHint(user.email)}
      form={form}
      save={(body) => change.mutateAsync({ userId: user.uuid, body })}
      saveLabel={texts.update}
      onClose={onClose}
    >
      <PasswordField
        label={texts.password}
        autoComplete="new-password"
        error={form.formState.errors.password?.message}
        {...form.register('password')}
      />
    </SaveFormDialog>
  );
}
