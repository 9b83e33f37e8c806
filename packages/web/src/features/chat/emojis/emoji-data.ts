import spanish from 'emoji-picker-react/data/emojis-es';
import { fold } from '../../../shared/format/fold.ts';
import { inTone, type SkinTone } from './skin-tones.ts';

/** Eight, to which the recent ones come as the ninth (rules/emojis 1). */
export const categoryIds = [
  'smileys_people',
  'animals_nature',
  'food_drink',
  'travel_places',
  'activities',
  'objects',
  'symbols',
  'flags',
] as const;
export type CategoryId = (typeof categoryIds)[number];

export interface Emoji {
  emoji: string;
  name: string;
}

type Entry = (typeof spanish)['emojis'][string][number];

const toText = (code: string): string =>
  String.fromCodePoint(...code.split('-').map((part) => Number.parseInt(part, 16)));

// The last of its names is the whole one, those before are words to find it by.
const toEmoji = (entry: Entry, tone: SkinTone): Emoji => ({
  emoji: toText(inTone(entry.u, entry.v ?? [], tone)),
  name: entry.n.at(-1) ?? '',
});

const entriesOf = (category: CategoryId): Entry[] => spanish.emojis[category] ?? [];

export const emojisOf = (category: CategoryId, tone: SkinTone): Emoji[] =>
  entriesOf(category).map((entry) => toEmoji(entry, tone));

let searched: { entry: Entry; name: string; words: string }[] | undefined;

/** Every word that is typed begins one of the emoji's words, whatever case and accents; one that is called so comes first. */
export function findEmojis(text: string, tone: SkinTone): Emoji[] {
  searched ??= categoryIds.flatMap(entriesOf).map((entry) => ({
    entry,
    name: fold(entry.n.at(-1) ?? ''),
    words: ` ${fold(entry.n.join(' '))}`,
  }));
  const typed = fold(text).split(/\s+/).filter(Boolean);
  const called = typed.join(' ');
  return searched
    .filter(({ words }) => typed.every((word) => words.includes(` ${word}`)))
    .sort((one, other) => Number(other.name === called) - Number(one.name === called))
    .map(({ entry }) => toEmoji(entry, tone));
}

let names: Map<string, string> | undefined;

/** What an emoji is called, whichever tone it has. */
export function nameOf(emoji: string): string {
  names ??= new Map(
    categoryIds.flatMap(entriesOf).flatMap((entry) => {
      const codes = [entry.u, ...(entry.v ?? [])];
      return codes.map((code): [string, string] => [toText(code), entry.n.at(-1) ?? '']);
    }),
  );
  return names.get(emoji) ?? '';
}
