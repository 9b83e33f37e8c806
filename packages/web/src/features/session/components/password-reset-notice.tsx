import { KeyRound } from 'lucide-react';
import { formatTime } from '../../../shared/format/time.ts';
import { forgetPasswordReset, useSession } from '../../../shared/session.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { sessionTexts as texts } from '../session.texts.ts';
import styles from './password-reset-notice.module.css';

/** Somebody else has set the password since the last sign-in; stays until it is read, over reloads too. */
export function PasswordResetNotice() {
  const reset = useSession(({ login }) => login?.passwordReset);
  if (!reset) return null;
  return (
    <div role="status" className={styles.notice}>
      <KeyRound aria-hidden="true" className={styles.icon} />
      <p className={styles.text}>{texts.passwordReset(reset.by, formatTime(reset.at))}</p>
      <Button size="s" onClick={forgetPasswordReset}>
        {texts.understood}
      </Button>
    </div>
  );
}
