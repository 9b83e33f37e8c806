import { Users } from 'lucide-react';
import { initials } from '../format/avatar.ts';
import styles from './avatar.module.css';
import { cx } from './cx.ts';
import { toneOf } from './tone-of.ts';

interface AvatarProps {
  email: string;
  size?: 's' | 'm' | 'l';
  isGroup?: boolean;
}

/** Decoration: the e-mail always stands beside it. */
export function Avatar({ email, size = 'm', isGroup = false }: AvatarProps) {
  return (
    <span
      className={cx(
        styles.avatar,
        styles[size],
        isGroup ? styles.group : styles.person,
        toneOf(email),
      )}
      aria-hidden="true"
    >
      {isGroup ? <Users /> : initials(email)}
    </span>
  );
}

/** Up to three people of a group chat (rules/monitoring 3). */
export function AvatarStack({ emails }: { emails: string[] }) {
  return (
    <span className={styles.stack} aria-hidden="true">
      {emails.slice(0, 3).map((email) => (
        <Avatar key={email} email={email} size="s" />
      ))}
    </span>
  );
}
