import { Info } from 'lucide-react';
import { LoginForm } from '../features/session/login-form.tsx';
import { sessionTexts } from '../features/session/session.texts.ts';
import { useStorageNotice } from '../features/system/components/storage-notice.tsx';
import { goTo } from '../shared/navigation.ts';
import { homeOf, routePaths } from '../shared/routes.ts';
import { useSessionEnd } from '../shared/session-end.ts';
import { BrandMark } from '../shared/ui/brand-mark.tsx';
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
