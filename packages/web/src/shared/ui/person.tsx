import { Users } from 'lucide-react';
import { cx } from './cx.ts';
import styles from './person.module.css';
import { uiTexts } from './ui.texts.ts';

interface AvatarProps {
  email: string;
  size?: 's' | 'm' | 'l';
  isGroup?: boolean;
}

/** Decoration: the e-mail is always beside it. */
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

/** The class that gives an element the colours of a person. */
export const toneOf = (email: string): string | undefined => styles[`tone${avatarTone(email)}`];

export const AVATAR_TONES = 16;

/** One or two letters for a person: `ana.perez@x` → `AP`, `ana@x` → `AN`. */
export function initials(email: string): string {
  const [local = ''] = email.split('@');
  const [first = '', second] = local.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  const letters = second
    ? [...first].slice(0, 1).concat([...second].slice(0, 1))
    : [...first].slice(0, 2);
  return letters.join('').toUpperCase() || '?';
}

/** Gives an e-mail one colour on every screen, and similar names different ones: the sum is stirred at the end. */
export function avatarTone(email: string): number {
  let hash = 0;
  for (const letter of email.toLowerCase()) {
    hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 31);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) % AVATAR_TONES;
}

interface Named {
  email: string;
  deletedAt?: string | null | undefined;
}

/** The shown name of a person: a deleted person's e-mail may belong to somebody else since. */
export const personName = ({ email, deletedAt }: Named): string =>
  deletedAt ? `${email} ${uiTexts.deleted}` : email;

/** On one line: where it is short the e-mail gives way, never what sets a deleted person apart. */
export function PersonName({ person }: { person: Named }) {
  return (
    <span className={styles.name}>
      <span className={styles.text}>{person.email}</span>
      {person.deletedAt && <span className={styles.deleted}> {uiTexts.deleted}</span>}
    </span>
  );
}
