import { useNavigate } from '@tanstack/react-router';
import { MessagesSquare } from 'lucide-react';
import { LoginForm } from '../features/session/components/login-form.tsx';
import { sessionTexts } from '../features/session/session.texts.ts';
import { homeOf, routePaths } from '../shared/routes.ts';
import styles from './auth-login.module.css';

export function AuthLoginPage() {
  const navigate = useNavigate();
  return (
    <main className={styles.page}>
      <div className={styles.card}>
        <header className={styles.header}>
          <span className={styles.mark} aria-hidden="true">
            <MessagesSquare />
          </span>
          <h1 className={styles.title}>{sessionTexts.brand}</h1>
          <p className={styles.hint}>{sessionTexts.logInHint}</p>
        </header>
        <LoginForm
          onLoggedIn={(user) => void navigate({ to: routePaths[homeOf(user)], replace: true })}
        />
      </div>
    </main>
  );
}
