import { nominalForms } from './nominal-forms.ts';
import { verbForms } from './verb-forms.ts';
import { FIXED, NO_VERBS, WITH_VOWEL } from './word-lists.ts';

/** Longer ones are no words of a language; what an index takes has an end. */
const MAX_FORM = 200;
const INFLECTED = /^[a-z]{3,40}$/;

/** All the stems under which a folded word counts as the same: two words are forms of each other when they share one. */
export function formsOf(word: string): string[] {
  if (!INFLECTED.test(word) || FIXED.has(word)) return [word.slice(0, MAX_FORM)];
  const nominal = nominalForms(word);
  if (NO_VERBS.has(word) || nominal.some((form) => WITH_VOWEL.has(form))) return nominal;
  const { forms, isVerb } = verbForms(word);
  return [...new Set(isVerb ? forms : [...nominal, ...forms])];
}
