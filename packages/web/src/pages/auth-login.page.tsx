import { Info } from 'lucide-react';
import { LoginForm } from '../features/session/login-form.tsx';
import { sessionTexts } from '../features/session/session.texts.ts';
import { useStorageNotice } from '../features/system/storage-notice.tsx';
import { goTo } from '../shared/navigation.ts';
import { homeOf, routePaths } from '../shared/routes.ts';
import { useSessionEnd } from '../shared/session.ts';
import styles from './auth-login.module.css';

export function AuthLoginPage() {
  const why = useSessionEnd((session) => session.why);
  const storage = useStorageNotice();
  return (
    <main className={styles.page}>
      <Environment />
      <div className={styles.card}>
        <header className={styles.header}>
          <BrandMark />
          <h1 className={styles.title}>{sessionTexts.brand}</h1>
          <p className={styles.hint}>{sessionTexts.logInHint}</p>
        </header>
        {why && (
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
        <LoginForm onLoggedIn={(user) => goTo(routePaths[homeOf(user)], { replace: true })} />
      </div>
    </main>
  );
}

/** A conversation behind the card, as a shadow of what comes; drawn by the style sheet alone. */
function Environment() {
  return (
    <div className={styles.environment} aria-hidden="true">
      <span className={styles.theirs} />
      <span className={styles.own} />
      <span className={styles.theirs} />
      <span className={styles.own} />
      <span className={styles.theirs} />
      <span className={styles.own} />
    </div>
  );
}

/** The drawing of the application's icon, in the theme's accent. */
function BrandMark() {
  return (
    <svg className={styles.mark} viewBox="0 0 32 32" aria-hidden="true">
      <rect className={styles.ground} width="32" height="32" rx="9" />
      <path
        className={styles.bubble}
        d="M9 10.5A2.5 2.5 0 0 1 11.5 8h9a2.5 2.5 0 0 1 2.5 2.5V17a2.5 2.5 0 0 1-2.5 2.5h-5.8l-4.4 3.65c-.5.4-1.3.05-1.3-.65z"
      />
      <path className={styles.lines} d="M12.5 12.2h7M12.5 15.4h4.4" />
    </svg>
  );
}
