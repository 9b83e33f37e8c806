import { changePasswordSchema, choosePasswordSchema } from '@chat/contract/forms';
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import type { ComponentProps } from 'react';
import { useForm } from 'react-hook-form';
import { Button } from '../../shared/ui/button.tsx';
import { SaveFormDialog, useSaving } from '../../shared/ui/save-form-dialog.tsx';
import { PasswordField } from '../../shared/ui/text-field.tsx';
import { useConfig } from '../system/api.ts';
import styles from './account.module.css';
import { accountTexts } from './account.texts.ts';
import { useChangeOwnPassword } from './api.ts';

const texts = accountTexts.password;

/** One's own password, with the current one asked for; this session goes on (rules/sessions 20). */
export function ChangeOwnPasswordDialog({ onClose }: { onClose: () => void }) {
  const change = useChangeOwnPassword();
  const form = useOwnPasswordForm();
  return (
    <SaveFormDialog
      title={texts.change}
      description={texts.changeHint}
      form={form}
      save={(body) => change.mutateAsync(body)}
      saveLabel={texts.save}
      onClose={onClose}
    >
      <Fields form={form} />
    </SaveFormDialog>
  );
}

/** Changes one's own password on a page of its own, without a dialog. */
export function ChangeOwnPasswordForm({ onSaved }: { onSaved: () => void }) {
  const change = useChangeOwnPassword();
  const form = useOwnPasswordForm();
  const handleSubmit = useSaving(form, (body) => change.mutateAsync(body), onSaved);
  return (
    <form className={styles.form} onSubmit={handleSubmit} noValidate>
      <Fields form={form} />
      <Button type="submit" isBusy={form.formState.isSubmitting}>
        {texts.change}
      </Button>
    </form>
  );
}

function useOwnPasswordForm() {
  const mayHaveNone = Boolean(useConfig().data?.oidcName);
  return useForm({
    // Where a company signs people in the server alone knows who has none.
    resolver: standardSchemaResolver(mayHaveNone ? choosePasswordSchema : changePasswordSchema),
    defaultValues: { currentPassword: '', password: '' },
  });
}

type OwnPasswordForm = ReturnType<typeof useOwnPasswordForm>;

function Fields({ form }: { form: OwnPasswordForm }) {
  const { errors } = form.formState;
  return (
    <>
      <OwnPasswordField
        label={texts.current}
        error={errors.currentPassword?.message}
        {...form.register('currentPassword')}
      />
      <PasswordField
        label={texts.next}
        autoComplete="new-password"
        error={errors.password?.message}
        {...form.register('password')}
      />
    </>
  );
}

/** The password that proves whose session this is; who only comes in by their company leaves it blank (rules/account 4). */
export function OwnPasswordField(props: Omit<ComponentProps<typeof PasswordField>, 'hint'>) {
  const oidcName = useConfig().data?.oidcName;
  return (
    <PasswordField
      {...props}
      hint={oidcName && texts.noneHint(oidcName)}
      autoComplete="current-password"
    />
  );
}
