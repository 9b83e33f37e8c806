import type { Group } from '@chat/contract/groups';

/** As one searches: whatever the case and the accents. */
export const fold = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** The typed text as words, normalised for comparison. */
export const searchWords = (typed: string): string[] => fold(typed).split(/\s+/).filter(Boolean);

/** The domain is the same in all e-mails of a company and distinguishes nobody: it counts once an @ is typed. */
export function searchedName(label: string, [first = '']: string[]): string {
  const name = fold(label);
  return first.includes('@') ? name : name.replace(/@.*/, '');
}

const LENGTH = 300;

/** As much of a text as a line or two can show; the rest would be laid out for nobody. */
export function beginning(text: string): string {
  if (text.length <= LENGTH) return text;
  const end = text.codePointAt(LENGTH - 1) ?? 0;
  return text.slice(0, end > 0xffff ? LENGTH - 1 : LENGTH);
}

/** 'group / office / project', leaving out what the group lacks (rules/navigation 16). */
export function groupLabel(group: Pick<Group, 'name' | 'officine'>): string {
  return [group.name, group.officine?.name, group.officine?.project.name]
    .filter(Boolean)
    .join(' / ');
}

const UNITS = ['bytes', 'KB', 'MB', 'GB'] as const;
const STEP = 1024;

/** A file's size as a person reads it: `1,4 MB`, where MB = 2²⁰ bytes (rules/look 20). */
export function formatSize(bytes: number): string {
  let size = bytes;
  let unit = 0;
  while (Math.round(size) >= STEP && unit < UNITS.length - 1) {
    size /= STEP;
    unit += 1;
  }
  const number = size.toLocaleString('es', { maximumFractionDigits: size < 10 ? 1 : 0 });
  return bytes === 1 ? '1 byte' : `${number} ${UNITS[unit]}`;
}
