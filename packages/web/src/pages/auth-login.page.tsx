import { CircleCheck, Info } from 'lucide-react';
import { useInvited, useWaysIn } from '../features/session/api.ts';
import { Entrance } from '../features/session/entrance.tsx';
import { CompanySignIn, LoginForm } from '../features/session/login-form.tsx';
import { sessionTexts as texts } from '../features/session/session.texts.ts';
import { useStorageNotice } from '../features/system/storage-notice.tsx';
import { useSessionEnd } from '../shared/session.ts';
import styles from './auth-login.module.css';

export function AuthLoginPage() {
  const why = useSessionEnd((session) => session.why);
  const isInvited = useInvited(({ email }) => email !== null);
  const storage = useStorageNotice();
  const { oidcName, passwordLogin } = useWaysIn();
  return (
    <Entrance title={texts.brand} hint={texts.logInHint}>
      {isInvited && (
        <p className={styles.ready} role="status">
          <CircleCheck aria-hidden="true" />
          {texts.passwordSet}
        </p>
      )}
      {why && !isInvited && (
        <p className={styles.ended} role="status">
          <Info aria-hidden="true" />
          {why}
        </p>
      )}
      {storage && (
        <p className={styles.storage} role="status">
          {storage}
        </p>
      )}
      {passwordLogin && <LoginForm />}
      {oidcName && <CompanySignIn name={oidcName} isAlone={!passwordLogin} />}
    </Entrance>
  );
}
