import { KeyRound } from 'lucide-react';
import { formatTime } from '../../shared/format/time.ts';
import { forgetNotice, useSession } from '../../shared/session.ts';
import { Notice } from '../../shared/ui/notice.tsx';
import { noticeTexts as texts } from './password-reset-notice.texts.ts';

/**
 * Somebody else has set the password, or removed the second step, since the last sign-in. Each stays until it is read,
 * over reloads too.
 */
export function PasswordResetNotice() {
  return (
    <>
      <ChangeNotice name="passwordReset" />
      <ChangeNotice name="totpRemoved" />
    </>
  );
}

function ChangeNotice({ name }: { name: 'passwordReset' | 'totpRemoved' }) {
  const change = useSession(({ login }) => login?.[name]);
  if (!change) return null;
  return (
    <Notice
      icon={<KeyRound aria-hidden="true" />}
      text={texts[name](change.by, formatTime(change.at))}
      action={texts.understood}
      onAction={() => forgetNotice(name)}
    />
  );
}
