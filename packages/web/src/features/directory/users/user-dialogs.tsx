import { setPasswordSchema, type UpdateUserInput, updateUserSchema } from '@chat/contract/forms';
import type { User } from '@chat/contract/users';
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useForm, useWatch } from 'react-hook-form';
import { useSession } from '../../../shared/session.ts';
import { ConfirmDialog } from '../../../shared/ui/dialog.tsx';
import { FieldRow, SaveFormDialog } from '../../../shared/ui/save-form-dialog.tsx';
import { Switch } from '../../../shared/ui/switch.tsx';
import { PasswordField, TextField } from '../../../shared/ui/text-field.tsx';
import { useConfig } from '../../system/api.ts';
import {
  useBlockUser,
  useDeleteUser,
  useSetUserPassword,
  useUnblockUser,
  useUpdateUser,
} from './api.ts';
import { usersTexts as texts } from './users.texts.ts';

interface EditUserDialogProps {
  user: User;
  onClose: () => void;
}

/** The form's values, and the proof that a change of them takes. */
function useUserForm(user: User) {
  const { firstName, lastName, email } = user;
  // There the e-mail decides whose account at the company is an administrator's.
  const oidcName = useConfig().data?.oidcName;
  const ownId = useSession((session) => session.user?.uuid);
  const isOtherAdmin = user.isAdmin && user.uuid !== ownId;
  const form = useForm<UpdateUserInput>({
    resolver: standardSchemaResolver(updateUserSchema),
    defaultValues: {
      firstName,
      lastName,
      email,
      ...(isOtherAdmin && { supervisor: user.supervisor }),
      ...(user.isAdmin && oidcName && { currentPassword: '' }),
    },
  });
  const supervisor = useWatch({ control: form.control, name: 'supervisor' });
  const isChanged = isOtherAdmin && supervisor !== user.supervisor;
  const provesSelf = (user.isAdmin && Boolean(oidcName)) || isChanged;
  return { form, oidcName, isOtherAdmin, supervisor, provesSelf };
}

export function EditUserDialog({ user, onClose }: EditUserDialogProps) {
  const update = useUpdateUser();
  const { form, oidcName, isOtherAdmin, supervisor, provesSelf } = useUserForm(user);
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
      {isOtherAdmin && (
        <Switch
          label={texts.supervisor}
          hint={texts.supervisorHint}
          checked={supervisor ?? false}
          onChange={(checked) => form.setValue('supervisor', checked, { shouldDirty: true })}
        />
      )}
      {provesSelf && (
        <PasswordField
          label={texts.ownPassword}
          hint={oidcName ? texts.ownPasswordHint(oidcName) : undefined}
          autoComplete="current-password"
          error={errors.currentPassword?.message}
          {...form.register('currentPassword')}
        />
      )}
    </SaveFormDialog>
  );
}

interface SetPasswordDialogProps {
  user: User;
  onClose: () => void;
}

/** An administrator gives a user a new password; another administrator's takes their own as well (rules/sessions 19). */
export function SetPasswordDialog({ user, onClose }: SetPasswordDialogProps) {
  const change = useSetUserPassword();
  const oidcName = useConfig().data?.oidcName;
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
          hint={oidcName ? texts.ownPasswordHint(oidcName) : undefined}
          autoComplete="current-password"
          error={errors.currentPassword?.message}
          {...form.register('currentPassword')}
        />
      )}
    </SaveFormDialog>
  );
}

interface UserConfirmDialogProps {
  action: 'delete' | 'block' | 'unblock';
  user: User;
  onClose: () => void;
}

const questions = {
  delete: { title: texts.deleteTitle, ask: texts.deleteQuestion, label: texts.delete },
  block: { title: texts.blockTitle, ask: texts.blockQuestion, label: texts.block },
  unblock: { title: texts.unblockTitle, ask: texts.unblockQuestion, label: texts.unblock },
};

/** Stays open when the server refuses: such a failure is only logged (rules/people 20). */
export function UserConfirmDialog({ action, user, onClose }: UserConfirmDialogProps) {
  const changes = { delete: useDeleteUser(), block: useBlockUser(), unblock: useUnblockUser() };
  const change = changes[action];
  const { title, ask, label } = questions[action];
  return (
    <ConfirmDialog
      isOpen
      isDanger={action !== 'unblock'}
      onClose={onClose}
      title={title}
      confirmLabel={label}
      isBusy={change.isPending}
      onConfirm={() => change.mutate(user.uuid, { onSuccess: onClose })}
    >
      {ask(user.email)}
    </ConfirmDialog>
  );
}
