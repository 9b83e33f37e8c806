import { setPasswordSchema, type User } from '@chat/contract/users/users.schema';
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useForm } from 'react-hook-form';
import { useSaveForm } from '../../../shared/hooks/use-save-form.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { FormDialog } from '../../../shared/ui/form-dialog.tsx';
import { PasswordField } from '../../../shared/ui/password-field.tsx';
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
  const handleSubmit = useSaveForm(
    form,
    (body) => change.mutateAsync({ userId: user.uuid, body }),
    onClose,
  );
  return (
    <FormDialog
      isOpen
      onClose={onClose}
      title={texts.changePassword}
      description={texts.setPasswordHint(user.email)}
      onSubmit={handleSubmit}
      footer={
        <Button type="submit" isBusy={change.isPending}>
          {texts.update}
        </Button>
      }
    >
      <PasswordField
        label={texts.password}
        autoComplete="new-password"
        error={form.formState.errors.password?.message}
        {...form.register('password')}
      />
    </FormDialog>
  );
}
