import { setPasswordSchema } from '@chat/contract/forms';
import type { User } from '@chat/contract/users';
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useForm } from 'react-hook-form';
import { useSession } from '../../../../shared/session.ts';
import { PasswordField } from '../../../../shared/ui/password-field.tsx';
import { SaveFormDialog } from '../../../../shared/ui/save-form-dialog.tsx';
import { useSetUserPassword } from '../api/set-user-password.ts';
import { usersTexts as texts } from '../users.texts.ts';

interface SetPasswordDialogProps {
  user: User;
  onClose: () => void;
}

/** An administrator gives a user a new password; another administrator's takes their own as well (rules/sessions 19). */
export function SetPasswordDialog({ user, onClose }: SetPasswordDialogProps) {
  const change = useSetUserPassword();
  const ownId = useSession((session) => session.user?.uuid);
  const needsOwn = user.isAdmin && user.uuid !== ownId;
  const form = useForm({
    resolver: standardSchemaResolver(setPasswordSchema),
    defaultValues: needsOwn ? { password: '', currentPassword: '' } : { password: '' },
  });
  const { errors } = form.formState;
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
        error={errors.password?.message}
        {...form.register('password')}
      />
      {needsOwn && (
        <PasswordField
          label={texts.ownPassword}
          autoComplete="current-password"
          error={errors.currentPassword?.message}
          {...form.register('currentPassword')}
        />
      )}
    </SaveFormDialog>
  );
}
