import { type CurrentUser, login } from '@chat/contract/auth';
import { Lock, Mail } from 'lucide-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { ApiError, errorMessage } from '../../shared/api-error.ts';
import { notify } from '../../shared/toast/notify.ts';
import { Button } from '../../shared/ui/button.tsx';
import { PasswordField } from '../../shared/ui/password-field.tsx';
import { TextField } from '../../shared/ui/text-field.tsx';
import { getDeviceId } from './device-id.ts';
import { sessionTexts, sessionTexts as texts } from './session.texts.ts';
import { callApi } from '../../shared/call-api.ts';
import { endSession, startSession } from '../../shared/session.ts';
import { loadCurrentUser } from './current-user.ts';
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
