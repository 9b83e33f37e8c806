import { Users } from 'lucide-react';
import { avatarTone, initials } from '../format/avatar.ts';
import styles from './avatar.module.css';
import { cx } from './cx.ts';

interface AvatarProps {
  email: string;
  size?: 's' | 'm' | 'l';
  isGroup?: boolean;
}

/** Decoration: the e-mail always stands beside it. */
export function Avatar({ email, size = 'm', isGroup = false }: AvatarProps) {
  const tone = isGroup ? styles.group : styles[`tone${avatarTone(email)}`];
  return (
    <span className={cx(styles.avatar, styles[size], tone)} aria-hidden="true">
      {isGroup ? <Users /> : initials(email)}
    </span>
  );
}

/** Up to three people of a group chat (product §9). */
export function AvatarStack({ emails }: { emails: string[] }) {
  return (
    <span className={styles.stack} aria-hidden="true">
      {emails.slice(0, 3).map((email) => (
        <Avatar key={email} email={email} size="s" />
      ))}
    </span>
  );
}
