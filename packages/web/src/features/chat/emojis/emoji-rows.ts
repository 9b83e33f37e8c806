import type { CategoryId, Emoji } from './emoji-data.ts';

export interface EmojiSection {
  id: CategoryId | 'recents' | 'found';
  name: string;
  emojis: Emoji[];
}

/** What the grid draws, row by row; `first` is the number of a row's first emoji among all. */
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
