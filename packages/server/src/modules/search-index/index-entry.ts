import { linksIn } from '@chat/contract/links';
import { formsOf, tokensOf } from '@chat/spanish/forms';
import { blockOf } from './block-keys.ts';

/** Raised whenever the same message would give another entry: the entries are then made anew. */
export const INDEX_VERSION = 3;

/** A message with what it carries, as its entry is made of it. */
export interface SourceMessage {
  id: number;
  chatId: number;
  seq: number;
  senderId: number;
  type: 'TEXT' | 'IMAGE' | 'VIDEO' | 'FILE';
  content: string;
  isDeleted: boolean;
  /** As the database writes it: a Date would lose its microseconds, and the order of results with them. */
  createdAt: string;
  editedAt: string | null;
  fileName: string | null;
  mediaType: string | null;
}

/** A row of `search_messages`. */
export interface IndexEntry {
  messageId: number;
  chatId: number;
  block: number;
  createdAt: string;
  /** The edit of the text that the entry was made of. */
  editedAt: string | null;
  words: string;
  /** In the text form of a `tsvector`. */
  forms: string;
  /** The forms and marks alone. */
  lexemes: string[];
}

/** PostgreSQL refuses a lexeme of 2 kB. A longer word is found by its parts alone (rules/search 3). */
const LONGEST_FORM = 500;
const isLong = (word: string): boolean => word.length > LONGEST_FORM;

/** The searched text of a message: a caption and the name of its file are one text. */
export const searchedText = ({
  content,
  fileName,
}: Pick<SourceMessage, 'content' | 'fileName'>): string =>
  fileName === null ? content : `${content}\n${fileName}`;

/** True where the page shows a link. */
const hasLink = (content: string): boolean => !linksIn(content).next().done;

function* kindsOf({ type, content, mediaType }: SourceMessage): Generator<string> {
  if (type === 'FILE') yield '#kfile';
  if (type === 'IMAGE' || mediaType?.startsWith('image/')) yield '#kimage';
  if (type === 'VIDEO' || mediaType?.startsWith('video/')) yield '#kvideo';
  if (mediaType?.startsWith('audio/')) yield '#kaudio';
  if (hasLink(content)) yield '#klink';
}

/** The marks of a message: its sender, type and contents. */
const marksOf = (message: SourceMessage): string[] => [
  `#s${message.senderId}`,
  `#t${message.type}`,
  ...kindsOf(message),
];

/** As a `tsvector` and a `tsquery` write it. */
const lexemeOf = (form: string): string => `'${form.replace(/['\\]/g, '$&$&')}'`;

/** Each form with the places of its words, counted from 1. */
function placesOf(words: string[]): Map<string, number[]> {
  const places = new Map<string, number[]>();
  for (const [index, word] of words.entries()) {
    if (isLong(word)) continue;
    for (const form of new Set(formsOf(word))) {
      const known = places.get(form);
      if (known) known.push(index + 1);
      else places.set(form, [index + 1]);
    }
  }
  return places;
}

export function entryOf(message: SourceMessage): IndexEntry {
  const words = tokensOf(searchedText(message)).map(({ word }) => word);
  const places = placesOf(words);
  const forms = [...places].map(([form, at]) => `${lexemeOf(form)}:${at.join()}`);
  const marks = marksOf(message);
  return {
    messageId: message.id,
    chatId: message.chatId,
    block: blockOf(message.seq),
    createdAt: message.createdAt,
    editedAt: message.editedAt,
    words: words.length === 0 ? ' ' : ` ${words.join(' ')} `,
    forms: [...forms, ...marks.map(lexemeOf)].join(' '),
    lexemes: [...places.keys(), ...marks],
  };
}
