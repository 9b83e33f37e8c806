import spanish from 'emoji-picker-react/data/emojis-es';
import { fold } from '../../../shared/format/words.ts';
import { persist, readKept } from '../../../shared/persist.ts';
import { readSession } from '../../../shared/session.ts';

/** Neutral and five more (rules/emojis 2). */
export const skinTones = ['neutral', '1f3fb', '1f3fc', '1f3fd', '1f3fe', '1f3ff'] as const;
export type SkinTone = (typeof skinTones)[number];

const ownKey = () => `chat.skinTone.${readSession().user?.uuid ?? ''}`;
const TONE = /1f3f[b-f]/g;

export const persistedTone = (): SkinTone => {
  const stored = readKept(ownKey());
  return skinTones.find((tone) => tone === stored) ?? 'neutral';
};

export const persistTone = (tone: SkinTone): void => persist(ownKey(), tone);

/** The code in that tone; where several people are in it, all of them have it. */
function inTone(code: string, variations: readonly string[], tone: SkinTone): string {
  if (tone === 'neutral') return code;
  const isInTone = (variation: string) => variation.match(TONE)?.every((part) => part === tone);
  return variations.find(isInTone) ?? code;
}

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

/** The name of an emoji, the same for every skin tone. */
export function nameOf(emoji: string): string {
  names ??= new Map(
    categoryIds.flatMap(entriesOf).flatMap((entry) => {
      const codes = [entry.u, ...(entry.v ?? [])];
      return codes.map((code): [string, string] => [toText(code), entry.n.at(-1) ?? '']);
    }),
  );
  return names.get(emoji) ?? '';
}

export interface EmojiSection {
  id: CategoryId | 'recents' | 'found';
  name: string;
  emojis: Emoji[];
}

/** The grid's content, row by row; `first` is the number of a row's first emoji among all. */
export type EmojiRow =
  | { kind: 'heading'; section: EmojiSection }
  | { kind: 'emojis'; section: EmojiSection; emojis: Emoji[]; first: number };

export function buildRows(sections: EmojiSection[], columns: number): EmojiRow[] {
  let first = 0;
  return sections.flatMap((section) => {
    const rows: EmojiRow[] = [{ kind: 'heading', section }];
    for (let start = 0; start < section.emojis.length; start += columns) {
      const emojis = section.emojis.slice(start, start + columns);
      rows.push({ kind: 'emojis', section, emojis, first });
      first += emojis.length;
    }
    return rows;
  });
}

const moves: Record<string, 'next' | 'previous' | 'down' | 'up'> = {
  ArrowRight: 'next',
  ArrowLeft: 'previous',
  ArrowDown: 'down',
  ArrowUp: 'up',
};

/** Where an arrow leads from an emoji; null: out of the grid, back to the text that is searched. */
export function moveFrom(rows: EmojiRow[], from: number | null, key: string): number | null {
  const lines = rows.filter((row) => row.kind === 'emojis');
  const last = lines.at(-1);
  const move = moves[key];
  if (!last || !move) return from;
  if (from === null) return move === 'down' ? 0 : null;
  const end = last.first + last.emojis.length - 1;
  if (move === 'next') return Math.min(from + 1, end);
  if (move === 'previous') return Math.max(from - 1, 0);
  const line = lines.findIndex(({ first, emojis }) => from < first + emojis.length);
  const target = lines[line + (move === 'down' ? 1 : -1)];
  if (!target) return move === 'down' ? from : null;
  const column = from - (lines[line]?.first ?? 0);
  return target.first + Math.min(column, target.emojis.length - 1);
}
