import { type FormEvent, useRef, useState } from 'react';
import { ApiError, errorMessage } from '../../shared/api-error.ts';
import { notify } from '../../shared/toast/notify.ts';
import { Button } from '../../shared/ui/button.tsx';
import { PasswordField } from '../../shared/ui/text-field.tsx';
import { arrivalTexts } from './arrivals.texts.ts';
import { setInvitedPassword } from './arrivals.ts';
import styles from './login-form.module.css';

const texts = arrivalTexts.invitation;

interface InvitationFormProps {
  token: string;
  onSet: () => void;
  /** The link is good for nothing any more; `why` in the server's words. */
  onInvalid: (why: string) => void;
}

interface Problems {
  password?: string | undefined;
  again?: string | undefined;
}

const wrongPassword = (error: unknown): string | undefined =>
  error instanceof ApiError ? error.errors.password?.[0] : undefined;

/** Why the link is good for nothing, where the server says that. */
function invalidLink(error: unknown): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  if (error.errors.token) return texts.incomplete;
  return error.status === 404 ? error.message : undefined;
}

/** The server alone knows the rules of a password; whatever it refuses stays as it was typed (rules/arrivals 3). */
export function InvitationForm({ token, onSet, onInvalid }: InvitationFormProps) {
  const [problems, setProblems] = useState<Problems>({});
  const [isBusy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const show = (found: Problems) => {
    setProblems(found);
    const [wrong] = Object.keys(found);
    const field = wrong && form.current?.elements.namedItem(wrong);
    if (field instanceof HTMLElement) field.focus();
  };
  const save = async (password: string) => {
    setBusy(true);
    try {
      await setInvitedPassword(token, password);
      onSet();
    } catch (error) {
      const wrong = wrongPassword(error);
      const invalid = invalidLink(error);
      if (wrong) show({ password: wrong });
      else if (invalid) onInvalid(invalid);
      else notify(errorMessage(error, texts.saveFailed), 'error');
    } finally {
      setBusy(false);
    }
  };
  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy) return;
    const typed = new FormData(event.currentTarget);
    const password = String(typed.get('password'));
    if (password && password !== typed.get('again')) return show({ again: texts.differ });
    setProblems({});
    void save(password);
  };
  return (
    <form ref={form} className={styles.form} onSubmit={handleSubmit} noValidate>
      <PasswordField
        label={texts.password}
        hint={!problems.password && texts.passwordHint}
        autoComplete="new-password"
        error={problems.password}
        name="password"
      />
      <PasswordField
        label={texts.again}
        autoComplete="new-password"
        error={problems.again}
        name="again"
      />
      <Button type="submit" isBusy={isBusy}>
        {texts.save}
      </Button>
    </form>
  );
}
