import { beginCompanySignIn } from '@chat/contract/auth';
import { Building2, Lock, Mail } from 'lucide-react';
import { type ComponentType, type FormEvent, useEffect, useRef, useState } from 'react';
import { ApiError, errorMessage } from '../../shared/api-error.ts';
import { callApi } from '../../shared/call-api.ts';
import { askedPage, carryAsked } from '../../shared/routes.ts';
import { notify } from '../../shared/toast/notify.ts';
import { Button } from '../../shared/ui/button.tsx';
import { PasswordField, TextField } from '../../shared/ui/text-field.tsx';
import { useInvited, useLogIn } from './api.ts';
import { getDeviceId } from './device-id.ts';
import styles from './login-form.module.css';
import { sessionTexts as texts } from './session.texts.ts';

/** No validation of its own: values go as typed, and stay when the server refuses them (rules/sign-in 2). */
export function LoginForm() {
  const logIn = useLogIn();
  const invited = useInvited(({ email }) => email);
  const email = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (invited && email.current) email.current.value = invited;
  }, [invited]);
  useEffect(() => {
    // Ready by the time it is needed; a failure shows then.
    getDeviceId().catch(() => undefined);
  }, []);
  const { Codes, handleError } = useCodes();
  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = new FormData(event.currentTarget);
    const credentials = {
      email: String(typed.get('email')),
      password: String(typed.get('password')),
      code: typed.get('code')?.toString(),
    };
    void logIn.mutate(credentials, handleError);
  };
  return (
    <form className={styles.form} onSubmit={handleSubmit} noValidate>
      <TextField
        ref={email}
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
      {Codes && <Codes error={logIn.error} />}
      <Button type="submit" isBusy={logIn.isPending}>
        {texts.logIn}
      </Button>
    </form>
  );
}

const showError = (error: unknown) => notify(errorMessage(error, texts.unexpected), 'error');

/** The part for codes, which few need: it comes with the first refusal that has to do with a code (rules/account 9). */
function useCodes() {
  const [Codes, setCodes] = useState<ComponentType<{ error: unknown }> | null>(null);
  const handleError = (error: unknown) => {
    const { code, deviceCode } = error instanceof ApiError ? error.errors : {};
    if (!code) showError(error);
    if (code ?? deviceCode)
      import('./sign-in-codes.tsx').then(
        ({ SignInCodes }) => setCodes(() => SignInCodes),
        showError,
      );
  };
  return { Codes, handleError };
}

interface CompanySignInProps {
  /** As in 'Entrar con …'. */
  name: string;
  /** There is no other way in. */
  isAlone: boolean;
}

/** Goes to the company's provider, which comes back to '/auth/oidc' (rules/arrivals 6). */
export function CompanySignIn({ name, isAlone }: CompanySignInProps) {
  const [isLeaving, setLeaving] = useState(false);
  useEffect(() => {
    // Whoever comes back by the browser's own way finds the page as it was left.
    const arrive = ({ persisted }: PageTransitionEvent) => persisted && setLeaving(false);
    window.addEventListener('pageshow', arrive);
    return () => window.removeEventListener('pageshow', arrive);
  }, []);
  const handleClick = async () => {
    setLeaving(true);
    try {
      const deviceId = await getDeviceId();
      const { content } = await callApi(beginCompanySignIn, { body: { deviceId } });
      window.location.assign(carryAsked(content.url, askedPage()));
    } catch (error) {
      setLeaving(false);
      notify(errorMessage(error, texts.unexpected), 'error');
    }
  };
  return (
    <div className={styles.ways}>
      {!isAlone && <p className={styles.or}>{texts.or}</p>}
      <Button
        variant={isAlone ? 'primary' : 'secondary'}
        icon={<Building2 aria-hidden="true" />}
        isBusy={isLeaving}
        onClick={() => void handleClick()}
      >
        {texts.companySignIn(name)}
      </Button>
    </div>
  );
}
