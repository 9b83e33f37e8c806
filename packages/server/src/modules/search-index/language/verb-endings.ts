const list = (text: string): string[] => text.trim().split(/\s+/);

/**
 * Where an ending stands: `a` and `e` tell by what vowel the last consonant is spelled ('saco', 'saque'), capitals that
 * the stem is stressed before it, `y` that the i between vowels is one ('leyendo').
 */
export type Context = (typeof CONTEXTS)[number];
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

export type Endings = ReadonlyMap<string, readonly Context[]>;
export const MAX_ENDING = 7;

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
export const isOfVerbsAlone = (ending: string): boolean =>
  ending.length >= 3 && !NOT_ALONE.has(ending);

export const endings = contextsByEnding(ENDINGS);
export const endingsBeforePronouns = contextsByEnding(BEFORE_PRONOUNS);
