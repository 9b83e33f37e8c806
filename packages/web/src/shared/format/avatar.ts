export const AVATAR_TONES = 10;

/** One or two letters that stand for a person: `ana.perez@x` → `AP`, `ana@x` → `AN`. */
export function initials(email: string): string {
  const [local = ''] = email.split('@');
  const [first = '', second] = local.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  const letters = second
    ? [...first].slice(0, 1).concat([...second].slice(0, 1))
    : [...first].slice(0, 2);
  return letters.join('').toUpperCase() || '?';
}

/** The same colour for the same e-mail on every screen. */
export function avatarTone(email: string): number {
  let hash = 0;
  for (const letter of email.toLowerCase()) {
    hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) >>> 0;
  }
  return hash % AVATAR_TONES;
}
