import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useForm } from 'react-hook-form';
import { FieldRow } from '../../../../shared/ui/field-row.tsx';
import { PasswordField } from '../../../../shared/ui/password-field.tsx';
import { SaveFormDialog } from '../../../../shared/ui/save-form-dialog.tsx';
import { TextField } from '../../../../shared/ui/text-field.tsx';
import { useConfig } from '../../../system/api/get-config.ts';
import { useCreateUser } from '../api/create-user.ts';
import { createUserFormSchema, emptyUserForm, toUserBody } from '../create-user.form.ts';
import { usersTexts as texts } from '../users.texts.ts';
import { UserPlaceFields } from './user-place-fields.tsx';

export function CreateUserDialog({ onClose }: { onClose: () => void }) {
  const emailDomain = useConfig().data?.emailDomain ?? '';
  const create = useCreateUser(emailDomain);
  const form = useForm({
    resolver: standardSchemaResolver(createUserFormSchema(emailDomain)),
    defaultValues: emptyUserForm,
  });
  const { errors } = form.formState;
  return (
    <SaveFormDialog
      title={texts.registerUser}
      form={form}
      save={(values) => create.mutateAsync(toUserBody(values))}
      saveLabel={texts.register}
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
        placeholder={emailDomain && texts.emailExample(emailDomain)}
        hint={emailDomain && texts.emailHint(emailDomain)}
        inputMode="email"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        error={errors.email?.message}
        {...form.register('email')}
      />
      <PasswordField
        label={texts.password}
        autoComplete="new-password"
        error={errors.password?.message}
        {...form.register('password')}
      />
      <UserPlaceFields control={form.control} setValue={form.setValue} />
    </SaveFormDialog>
  );
}
