import { KeyRound } from 'lucide-react';
import { formatTime } from '../../shared/format/time.ts';
import { forgetPasswordReset, useSession } from '../../shared/session.ts';
import { Notice } from '../../shared/ui/notice.tsx';
import { sessionTexts as texts } from './session.texts.ts';

/** Somebody else has set the password since the last sign-in; stays until it is read, over reloads too. */
export function PasswordResetNotice() {
  const reset = useSession(({ login }) => login?.passwordReset);
  if (!reset) return null;
  return (
    <Notice
      icon={<KeyRound aria-hidden="true" />}
      text={texts.passwordReset(reset.by, formatTime(reset.at))}
      action={texts.understood}
      onAction={forgetPasswordReset}
    />
  );
}
