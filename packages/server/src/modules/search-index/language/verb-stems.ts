import type { Context } from './verb-endings.ts';
import { VERBS, type Verbs } from './verbs.ts';

type Spelling = [context: Context, stem: string];

/** A verb's stem as it is spelled before each kind of ending. */
function spellingsOf(stem: string, { ending, changes }: Verbs): Spelling[] {
  const before =
    ending === 'ar' ? { a: stem, e: beforeE(stem) } : { a: beforeA(stem, ending), e: stem };
  const spellings: Spelling[] = [
    [`${ending}-a`, before.a],
    [`${ending}-e`, before.e],
  ];
  if (!changes) spellings.push([`${ending}-A`, before.a], [`${ending}-E`, before.e]);
  if (ending !== 'ar' && /[aeou]$/.test(stem)) spellings.push([`${ending}-y`, `${stem}y`]);
  if (isInUir(stem, ending)) spellings.push(['ir-A', `${stem}y`], ['ir-E', `${stem}y`]);
  return spellings;
}

const isInUir = (stem: string, ending: string): boolean => ending === 'ir' && /[^gq]u$/.test(stem);

/** 'sacar', 'saque'; 'pagar', 'pague'; 'cruzar', 'cruce'. */
export const beforeE = (stem: string): string =>
  stem.replace(/[cgz]$/, (last) => ({ c: 'qu', g: 'gu', z: 'c' })[last] ?? last);

/** 'coger', 'coja'; 'distinguir', 'distinga'; 'vencer', 'venza'; 'conocer', 'conozca'; 'incluir', 'incluyamos'. */
function beforeA(stem: string, ending: string): string {
  if (isInUir(stem, ending)) return `${stem}y`;
  return stem
    .replace(/g$/, 'j')
    .replace(/gu$/, 'g')
    .replace(/qu$/, 'c')
    .replace(/([aeiou])c$/, '$1zc')
    .replace(/([^aeiouz])c$/, '$1z');
}

/** What stands for all forms of a verb: no folded word has capitals. */
export const verbKey = (stem: string, ending: string): string => stem + ending.toUpperCase();

const keys = new Map<string, string>(
  VERBS.flatMap((verbs) =>
    verbs.stems.flatMap((stem) =>
      spellingsOf(stem, verbs).map(([context, spelled]): [string, string] => [
        `${context}${spelled}`,
        verbKey(stem, verbs.ending),
      ]),
    ),
  ),
);

/** The verb with that stem before such an ending, where it is known. */
export const findVerb = (context: Context, stem: string): string | undefined =>
  keys.get(`${context}${stem}`);
