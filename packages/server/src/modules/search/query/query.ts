export type Kind = 'file' | 'image' | 'video' | 'audio' | 'link';

/** `parts` are folded words that stand side by side; a word has several where it has signs inside. */
export type Term =
  | { kind: 'word'; parts: string[]; isLast: boolean }
  | { kind: 'phrase'; parts: string[] };

/** What somebody asks for; `from` and `in` are folded, `since` is included, `until` is not. */
export interface Query {
  terms: Term[];
  excluded: Term[];
  from: string[];
  in: string[];
  has: Kind[];
  since: Date | null;
  until: Date | null;
}
