import { settingNames } from './env.ts';

/** A variable that changes nothing, and the setting that it was probably meant to be. */
interface Misspelt {
  name: string;
  known: string;
}

const SHORTEST_COMPARED = 6;
const ALIKE = 3;
// One letter of a short name, two of a long one.
const slipsIn = (name: string) => (name.length < 9 ? 1 : 2);

/** How many letters are left out, added, changed, or swapped with their neighbour. */
function distance(a: string, b: string): number {
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const isSame = a[i - 1] === b[j - 1];
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      next[j] = Math.min(
        (last[j] ?? 0) + 1,
        (next[j - 1] ?? 0) + 1,
        (last[j - 1] ?? 0) + (isSame ? 0 : 1),
        isSwapped ? (before[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    [before, last] = [last, next];
  }
  return last[b.length] ?? 0;
}

const isAlikeAtAnEnd = (a: string, b: string) =>
  a.slice(0, ALIKE) === b.slice(0, ALIKE) || a.slice(-ALIKE) === b.slice(-ALIKE);

const isSlip = (name: string, known: string) =>
  known.length >= SHORTEST_COMPARED &&
  isAlikeAtAnEnd(name, known) &&
  distance(name, known) <= slipsIn(known);

/** `MAX_UPLOAD` or `MAX_UPLOAD_SIZE` for `MAX_UPLOAD_MB`: all words of a long name but its last one, which is a unit. */
function isOfAnotherUnit(name: string, known: string): boolean {
  const words = known.split('_');
  const given = name.split('_');
  const beginning = words.slice(0, -1);
  return (
    beginning.length >= 2 &&
    given.length <= words.length &&
    given.slice(0, beginning.length).join('_') === beginning.join('_')
  );
}

const plain = (name: string) => name.trim().toUpperCase().replaceAll('-', '_');

function meantBy(name: string): string | undefined {
  const given = plain(name);
  return (
    settingNames.find((known) => known === given) ??
    settingNames.find((known) => isSlip(given, known)) ??
    settingNames.find((known) => isOfAnotherUnit(given, known))
  );
}

/**
 * Variables that look like a setting and are none. One whose setting is given as well is left alone: other programs
 * read the same environment.
 */
export function findMisspelt(environment: NodeJS.ProcessEnv): Misspelt[] {
  const names = Object.keys(environment)
    .filter((name) => environment[name] && !settingNames.includes(name))
    .sort();
  return names.flatMap((name) => {
    const known = meantBy(name);
    return known !== undefined && !environment[known] ? [{ name, known }] : [];
  });
}
