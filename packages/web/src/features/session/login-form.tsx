import type { CurrentUser } from '@chat/contract/auth';
import { Lock, Mail } from 'lucide-react';
import { type FormEvent, useEffect } from 'react';
import { ApiError, errorMessage } from '../../shared/api-error.ts';
import { notify } from '../../shared/toast/notify.ts';
import { Button } from '../../shared/ui/button.tsx';
import { PasswordField, TextField } from '../../shared/ui/text-field.tsx';
import { useLogIn } from './api.ts';
import { getDeviceId } from './device-id.ts';
import styles from './login-form.module.css';
import { sessionTexts as texts } from './session.texts.ts';

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
      onError: (error) => notify(errorMessage(error, texts.unexpected), 'error'),
    });
  };
  return (
    <form className={styles.form} onSubmit={handleSubmit} noValidate>
      <TextField
        label={texts.email}
        placeholder={texts.email}
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
        label={texts.password}
        placeholder={texts.password}
        isLabelHidden
        icon={<Lock aria-hidden="true" />}
        autoComplete="current-password"
        toggleLabels={texts.passwordToggle}
        name="password"
      />
      <DeviceCode error={logIn.error} />
      <Button type="submit" isBusy={logIn.isPending}>
        {texts.logIn}
      </Button>
    </form>
  );
}

/** The code that a waiting person reads out to the administrator; it stays when the error notice is gone. */
function DeviceCode({ error }: { error: unknown }) {
  const [code] = (error instanceof ApiError && error.errors.deviceCode) || [];
  if (!code) return null;
  return (
    <div role="status" className={styles.waiting}>
      <p className={styles.line}>
        {texts.deviceCode} <code className={styles.code}>{code}</code>
      </p>
      <p className={styles.hint}>{texts.deviceCodeHint}</p>
    </div>
  );
}
