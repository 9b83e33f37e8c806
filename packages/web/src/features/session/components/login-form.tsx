import type { CurrentUser } from '@chat/contract/auth/auth.schema';
import { Lock, Mail } from 'lucide-react';
import { useForm } from 'react-hook-form';
import { errorMessage } from '../../../shared/api-error.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { PasswordField } from '../../../shared/ui/password-field.tsx';
import { TextField } from '../../../shared/ui/text-field.tsx';
import { notify } from '../../notifications/notify.ts';
import { useLogIn } from '../api/log-in.ts';
import { sessionTexts } from '../session.texts.ts';
import styles from './login-form.module.css';

/** No validation of its own: values go as typed, and stay when the server refuses them (product §5). */
export function LoginForm({ onLoggedIn }: { onLoggedIn: (user: CurrentUser) => void }) {
  const form = useForm({ defaultValues: { email: '', password: '' } });
  const logIn = useLogIn();
  const handleSubmit = form.handleSubmit((credentials) => {
    logIn.mutate(credentials, {
      onSuccess: onLoggedIn,
      onError: (error) => notify(errorMessage(error, sessionTexts.unexpected), 'error'),
    });
  });
  return (
    <form className={styles.form} onSubmit={handleSubmit} noValidate>
      <TextField
        label={sessionTexts.email}
        placeholder={sessionTexts.email}
        isLabelHidden
        icon={<Mail aria-hidden="true" />}
        type="text"
        inputMode="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        {...form.register('email')}
      />
      <PasswordField
        label={sessionTexts.password}
        placeholder={sessionTexts.password}
        isLabelHidden
        icon={<Lock aria-hidden="true" />}
        autoComplete="current-password"
        {...form.register('password')}
      />
      <Button type="submit" isBusy={logIn.isPending}>
        {sessionTexts.logIn}
      </Button>
    </form>
  );
}
