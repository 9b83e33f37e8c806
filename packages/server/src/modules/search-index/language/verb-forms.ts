import { GENDER } from './nominal-forms.ts';
import {
  type Endings,
  endings,
  endingsBeforePronouns,
  isOfVerbsAlone,
  MAX_ENDING,
} from './verb-endings.ts';
import { beforeE, findVerb, verbKey } from './verb-stems.ts';

export interface VerbForms {
  forms: string[];
  /** Whether the word can be nothing else. */
  isVerb: boolean;
}

/** What a word may be a form of as a verb, with pronouns attached or without. */
export function verbForms(word: string): VerbForms {
  const found = findVerbs(word, endings);
  const isVerb = found.some(({ ending }) => isOfVerbsAlone(ending));
  const forms = [...found, ...findBeforePronouns(word)].map(({ verb }) => verb);
  return forms.length > 0 ? { forms, isVerb } : { forms: guessVerb(word), isVerb: false };
}

interface Found {
  verb: string;
  ending: string;
}

function findVerbs(word: string, possible: Endings): Found[] {
  const found: Found[] = [];
  for (let at = word.length - 1; at > 0 && at >= word.length - MAX_ENDING; at--) {
    const ending = word.slice(at);
    for (const context of possible.get(ending) ?? []) {
      const verb = findVerb(context, word.slice(0, at));
      if (verb) found.push({ verb, ending });
    }
  }
  return found;
}

// One to three pronouns: 'me', 'selo', 'temelo'.
const PRONOUNS = /^(?:se|te)?(?:[mts]e|nos|os)?(?:l[aeo]s?)?$/;
const MAX_PRONOUNS = 8;

const findBeforePronouns = (word: string): Found[] =>
  basesOf(word).flatMap((base) => findVerbs(base, endingsBeforePronouns));

function basesOf(word: string): string[] {
  const bases: string[] = [];
  const first = Math.max(2, word.length - MAX_PRONOUNS);
  for (let at = word.length - 2; at >= first; at--) {
    const pronouns = word.slice(at);
    if (PRONOUNS.test(pronouns)) bases.push(...basesBefore(pronouns, word.slice(0, at)));
  }
  return bases;
}

function basesBefore(pronouns: string, base: string): string[] {
  // By its letters 'comeos' is a plural as 'correos' is.
  if (pronouns.startsWith('os') && /[ei]$/.test(base)) return [];
  // 'enviémonos', 'enviémoselo'.
  return /^(?:se|nos)/.test(pronouns) && base.endsWith('mo') ? [base, `${base}s`] : [base];
}

/** These endings are a verb's for sure, the others may be a noun's. New verbs end in -ar, as 'deployar' does. */
const SURE =
  /(?:ar|ando|aste|asteis|aron|amos|aba|abas|abamos|abais|aban|aremos|areis|ariamos|ariais|aramos)$/;
const PERHAPS = /(?:ad[oa]s?|ar[ae]n?|aras|arian?|arias|ases?|asen)$/;
/** New verbs are made with -ear, -izar and -ificar, and hardly a noun looks like their forms. */
const MADE: [RegExp, string][] = [
  [/(?<=..)e(?:o|as?|an|e|es|en)$/, 'e'],
  [/(?<=.)iz(?:o|as?|an)$|(?<=.)ic(?:e|es|en)$/, 'iz'],
  [/(?<=.)ific(?:o|as?|an)$|(?<=.)ifiqu(?:e|es|en)$/, 'ific'],
];
const MIN_STEM = 3;

function guessVerb(word: string): string[] {
  const base = basesOf(word).find((each) => /(?:ar|ando|[^aeiou]ea)$/.test(each)) ?? word;
  const sure = stemBefore(SURE, base);
  if (sure) return [verbKey(sure, 'ar'), sure + GENDER, `${beforeE(sure)}e`];
  const made = MADE.find(([ending]) => ending.test(base));
  const perhaps = made ? base.replace(...made) : stemBefore(PERHAPS, word);
  return [...(perhaps ? [verbKey(perhaps, 'ar')] : []), ...guessPresent(word)];
}

function stemBefore(ending: RegExp, word: string): string | undefined {
  const stem = word.replace(ending, '');
  return stem !== word && stem.length >= MIN_STEM && /[aeiou]/.test(stem) ? stem : undefined;
}

/** 'deployan' and 'deployen', as a noun's forms would be told. */
function guessPresent(word: string): string[] {
  const stem = stemBefore(/[ae]n$/, word);
  if (!stem) return [];
  return word.endsWith('an') ? [stem + GENDER] : [`${stem}e`];
}
