import { changePasswordSchema } from '@chat/contract/forms';
import { changeOwnPassword } from '@chat/contract/users';
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useForm } from 'react-hook-form';
import { callApi } from '../../../shared/call-api.ts';
import { useAnnouncedMutation } from '../../../shared/toast/mutations.ts';
import { SaveFormDialog } from '../../../shared/ui/save-form-dialog.tsx';
import { PasswordField } from '../../../shared/ui/text-field.tsx';
import { usersTexts as texts } from './users.texts.ts';

/** One's own password, with the current one asked for; this session goes on (rules/sessions 20). */
export function ChangeOwnPasswordDialog({ onClose }: { onClose: () => void }) {
  const change = useChangeOwnPassword();
  const form = useForm({
    resolver: standardSchemaResolver(changePasswordSchema),
    defaultValues: { currentPassword: '', password: '' },
  });
  const { errors } = form.formState;
  return (
    <SaveFormDialog
      title={texts.changePassword}
      description={texts.changePasswordHint}
      form={form}
      save={(body) => change.mutateAsync(body)}
      saveLabel={texts.update}
      onClose={onClose}
    >
      <PasswordField
        label={texts.currentPassword}
        autoComplete="current-password"
        error={errors.currentPassword?.message}
        {...form.register('currentPassword')}
      />
      <PasswordField
        label={texts.newPassword}
        autoComplete="new-password"
        error={errors.password?.message}
        {...form.register('password')}
      />
    </SaveFormDialog>
  );
}

interface PasswordChange {
  currentPassword: string;
  password: string;
}

const useChangeOwnPassword = () =>
  useAnnouncedMutation({
    mutationFn: (body: PasswordChange) => callApi(changeOwnPassword, { body }),
    done: texts.passwordUpdated,
    failed: texts.passwordFailed,
  });
