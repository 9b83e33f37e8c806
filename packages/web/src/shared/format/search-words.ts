import { fold } from './fold.ts';

/** What is typed, word by word, as texts are compared. */
export const searchWords = (typed: string): string[] => fold(typed).split(/\s+/).filter(Boolean);

/** What all e-mails of a company end in tells nobody apart: it counts once an @ is typed. */
export function searchedName(label: string, [first = '']: string[]): string {
  const name = fold(label);
  return first.includes('@') ? name : name.replace(/@.*/, '');
}
