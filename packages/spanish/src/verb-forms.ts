import { VERBS, type Verbs } from './verbs.ts';

const list = (text: string): string[] => text.trim().split(/\s+/);

/**
 * Where an ending stands: `a` and `e` tell by what vowel the last consonant is spelled ('saco', 'saque'), capitals that
 * the stem is stressed before it, `y` that the i between vowels is one ('leyendo').
 */
type Context = (typeof CONTEXTS)[number];
const CONTEXTS = (['ar', 'er', 'ir'] as const).flatMap((verb) =>
  (['a', 'e', 'A', 'E', 'y'] as const).map((vowel) => `${verb}-${vowel}` as const),
);

const PARTICIPLES = list('ido ida idos idas');
const AFTER_I = list(`
  io iste imos isteis ieron ia ias iamos iais ian iendo
  iera ieras ieramos ierais ieran iese ieses iesemos ieseis iesen
`);
const AFTER_Y = list('o eron endo era eras eramos erais eran ese eses esemos eseis esen');
/** Future and conditional follow the infinitive. */
const futureOf = (infinitive: string): string[] =>
  list('e as a emos eis an ia ias iamos iais ian').map((ending) => infinitive + ending);

const ENDINGS: Record<Context, string[]> = {
  'ar-a': [
    ...list('ar ando ado ada ados adas o amos ais aste asteis aron ad'),
    ...list('aba abas abamos abais aban aras aramos arais aran ase ases asemos aseis asen'),
    ...futureOf('ar'),
  ],
  'ar-e': list('e emos eis'),
  'ar-A': list('a as an'),
  'ar-E': list('es en'),
  'ar-y': [],
  'er-e': [...list('er i emos eis ed'), ...PARTICIPLES, ...AFTER_I, ...futureOf('er')],
  'er-a': list('amos ais'),
  'er-E': list('e es en'),
  'er-A': list('o a as an'),
  'er-y': AFTER_Y,
  'ir-e': [...list('ir i is id'), ...PARTICIPLES, ...AFTER_I, ...futureOf('ir')],
  'ir-a': list('amos ais'),
  'ir-E': list('e es en'),
  'ir-A': list('o a as an'),
  'ir-y': AFTER_Y,
};

/** After which pronouns may stand: infinitive, gerund, imperative. */
const BEFORE_PRONOUNS: Partial<Record<Context, string[]>> = {
  'ar-a': list('ar ando ad'),
  'ar-e': list('e emos'),
  'ar-A': list('a'),
  'ar-E': list('en'),
  'er-e': list('er iendo ed'),
  'er-a': list('amos'),
  'er-E': list('e'),
  'er-A': list('a an'),
  'er-y': list('endo'),
  'ir-e': list('ir iendo id'),
  'ir-a': list('amos'),
  'ir-E': list('e'),
  'ir-A': list('a an'),
  'ir-y': list('endo'),
};

type Endings = ReadonlyMap<string, readonly Context[]>;
const MAX_ENDING = 7;

function contextsByEnding(endings: Partial<Record<Context, string[]>>): Endings {
  const contexts = new Map<string, Context[]>();
  for (const context of CONTEXTS) {
    for (const ending of new Set(endings[context])) {
      contexts.set(ending, [...(contexts.get(ending) ?? []), context]);
    }
  }
  return contexts;
}

/** Where a known verb has one of these, the word is nothing but its form; 'préstamos' and 'deberes' may be others. */
const NOT_ALONE = new Set(list('amos emos imos ais are ere ire'));
const isOfVerbsAlone = (ending: string): boolean => ending.length >= 3 && !NOT_ALONE.has(ending);

const endings = contextsByEnding(ENDINGS);
const endingsBeforePronouns = contextsByEnding(BEFORE_PRONOUNS);

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
const beforeE = (stem: string): string =>
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

/** The key that stands for all forms of a verb: no folded word has capitals. */
const verbKey = (stem: string, ending: string): string => stem + ending.toUpperCase();

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
const findVerb = (context: Context, stem: string): string | undefined =>
  keys.get(`${context}${stem}`);

/** The letter that stands for -o and -a of a gender; folded words have no capitals. */
export const GENDER = 'O';

interface VerbForms {
  forms: string[];
  /** Whether the word can be nothing else. */
  isVerb: boolean;
}

/** The verbs that a word may be a form of, with pronouns attached or without. */
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

/** Endings that only verbs have; the others may be a noun's. New verbs end in -ar, as 'deployar' does. */
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
