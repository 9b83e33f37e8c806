import { type CurrentUser, login } from '@chat/contract/auth';
import { Lock, Mail } from 'lucide-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { ApiError, errorMessage } from '../../shared/api-error.ts';
import { callApi } from '../../shared/call-api.ts';
import { endSession, startSession } from '../../shared/session.ts';
import { notify } from '../../shared/toast/notify.ts';
import { Button } from '../../shared/ui/button.tsx';
import { PasswordField, TextField } from '../../shared/ui/text-field.tsx';
import { loadCurrentUser } from './current-user.ts';
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

/** What the person who waits reads out to the administrator; stays when the bar with the refusal has gone. */
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

interface Credentials {
  email: string;
  password: string;
}

async function logIn(credentials: Credentials): Promise<CurrentUser> {
  const deviceId = await getDeviceId();
  const { content } = await callApi(login, { body: { ...credentials, deviceId } });
  startSession(content);
  try {
    return await loadCurrentUser();
  } catch (error) {
    // Half a session would send the visitor round in circles.
    endSession();
    throw error;
  }
}

interface Callbacks {
  onSuccess: (user: CurrentUser) => void;
  onError: (error: unknown) => void;
}

const atRest = { isPending: false, error: null };

/** As `useSingleMutation`, without the library below it: the sign-in page needs nothing else of that. */
function useLogIn() {
  const [state, setState] = useState<{ isPending: boolean; error: unknown }>(atRest);
  const isUnderWay = useRef(false);
  const mutate = async (credentials: Credentials, { onSuccess, onError }: Callbacks) => {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    setState({ isPending: true, error: null });
    try {
      const user = await logIn(credentials);
      setState(atRest);
      onSuccess(user);
    } catch (error) {
      setState({ isPending: false, error });
      onError(error);
    } finally {
      isUnderWay.current = false;
    }
  };
  return { ...state, mutate };
}
