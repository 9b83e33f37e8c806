import type { CurrentUser } from '@chat/contract/auth';
import { Lock, Mail } from 'lucide-react';
import { type FormEvent, useEffect } from 'react';
import { errorMessage } from '../../../shared/api-error.ts';
import { notify } from '../../../shared/toast/notify.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { PasswordField } from '../../../shared/ui/password-field.tsx';
import { TextField } from '../../../shared/ui/text-field.tsx';
import { useLogIn } from '../api/log-in.ts';
import { getDeviceId } from '../device-id.ts';
import { sessionTexts } from '../session.texts.ts';
import { DeviceCode } from './device-code.tsx';
import styles from './login-form.module.css';

/** No validation of its own: values go as typed, and stay when the server refuses them (rules/sign-in 2). */
export function LoginForm({ onLoggedIn }: { onLoggedIn: (user: CurrentUser) => void }) {
  const logIn = useLogIn();
  useEffect(() => {
    // Ready by the time it is needed; a failure shows then.
    getDeviceId().catch(() => undefined);
  }, []);
  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = new FormData(event.currentTarget);
    const credentials = {
      email: String(typed.get('email')),
      password: String(typed.get('password')),
    };
    void logIn.mutate(credentials, {
      onSuccess: onLoggedIn,
      onError: (error) => notify(errorMessage(error, sessionTexts.unexpected), 'error'),
    });
  };
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
        name="email"
      />
      <PasswordField
        label={sessionTexts.password}
        placeholder={sessionTexts.password}
        isLabelHidden
        icon={<Lock aria-hidden="true" />}
        autoComplete="current-password"
        toggleLabels={sessionTexts.passwordToggle}
        name="password"
      />
      <DeviceCode error={logIn.error} />
      <Button type="submit" isBusy={logIn.isPending}>
        {sessionTexts.logIn}
      </Button>
    </form>
  );
}
