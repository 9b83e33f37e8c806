import type { Random } from '../../company/random.ts';
import {
  adjectives,
  beginnings,
  common,
  endings,
  nouns,
  surnames,
  verbs,
} from './lexicon.texts.ts';

/** A word with all the forms that people write of it, the commonest first. */
export interface Lemma {
  forms: string[];
  /** The share of all written words that are a form of the lemma. */
  share: number;
}

export interface Vocabulary {
  /** The commonest first; those that only hold a sentence together are not among them. */
  lemmas: Lemma[];
  draw(random: Random): string;
}

/** The share of the words that hold a sentence together. */
const commonShare = common.reduce((sum, [, thousandths]) => sum + thousandths / 1000, 0);

/** As Zipf has it: the n-th word is written a n-th as often as the first, the first few less than that. */
const FLATTENED = 2.7;

/** Few write the third person plural of the future as often as the infinitive. */
const weightOfForm = (n: number) => 1 / (n + 1);

/** The words of a company in the order of their use, the same for the same seed. */
export function makeVocabulary(random: Random): Vocabulary {
  const everyday = random.shuffled([
    ...nouns.map(nounForms),
    ...adjectives.map(adjectiveForms),
    ...verbs.map(verbForms),
  ]);
  const rare = random.shuffled([...derived(), ...surnames.map((name) => [name])]);
  const forms = [...everyday, ...rare];
  const weights = forms.map((_, n) => 1 / (n + 1 + FLATTENED));
  const whole = weights.reduce((sum, weight) => sum + weight, 0);
  const lemmas = forms.map((of, n) => {
    return { forms: of, share: ((weights[n] ?? 0) / whole) * (1 - commonShare) };
  });
  const entries = [...common.map(entryOf), ...lemmas.flatMap(entriesOf)];
  const drawPlace = drawerOf(entries.map(([, share]) => share));
  return { lemmas, draw: (from) => entries[drawPlace(from)]?.[0] ?? '' };
}

type Entry = [word: string, share: number];

const entryOf = ([word, thousandths]: [string, number]): Entry => [word, thousandths / 1000];

function entriesOf({ forms, share }: Lemma): Entry[] {
  const whole = forms.reduce((sum, _, n) => sum + weightOfForm(n), 0);
  return forms.map((form, n) => [form, (share * weightOfForm(n)) / whole]);
}

const withoutAccents = (word: string) =>
  word
    .normalize('NFD')
    .replace(/\u0301/g, '')
    .normalize('NFC');

function nounForms(noun: string): string[] {
  if (/[aeiouáéó]$/.test(noun)) return [noun, `${noun}s`];
  if (noun.endsWith('z')) return [noun, `${noun.slice(0, -1)}ces`];
  return [noun, `${/[áéíó][ns]$/.test(noun) ? withoutAccents(noun) : noun}es`];
}

function adjectiveForms(adjective: string): string[] {
  const stem = adjective.slice(0, -1);
  return adjective.endsWith('o')
    ? [adjective, `${stem}a`, `${stem}os`, `${stem}as`]
    : nounForms(adjective);
}

const verbEndings: Record<string, string> = {
  ar: 'ado o a amos é an ó ando ada aba en e aré ará aron aban ados emos aría adlo arlo arme árselo ándolo',
  er: 'ido o e emos í en ió iendo ida ía a an eré erá ieron ían idos amos ería edlo erlo erme érselo iéndolo',
  ir: 'ido o e imos í en ió iendo ida ía a an iré irá ieron ían idos amos iría idlo irlo irme írselo iéndolo',
};

function verbForms(verb: string): string[] {
  const ending = verb.slice(-2);
  return [verb, ...(verbEndings[ending] ?? '').split(' ').map((of) => conjugated(verb, of))];
}

/** 'busqué', 'pagué', 'organicé', 'recojo': what sounds the same is written otherwise. */
function conjugated(verb: string, ending: string): string {
  const stem = verb.slice(0, -2);
  if (verb.endsWith('ar') && /^[eé]/.test(ending)) {
    return stem.replace(/c$/, 'qu').replace(/g$/, 'gu').replace(/z$/, 'c') + ending;
  }
  const isHard = !verb.endsWith('ar') && /^[aáoó]/.test(ending);
  return (isHard ? stem.replace(/g$/, 'j') : stem) + ending;
}

/** Words that hardly anybody writes, as a company has thousands of them: 'subcontrato', 'andamiaje'. */
function derived(): string[][] {
  const stems = [...nouns, ...adjectives].filter((word) => /[^aeiou][aeo]$/.test(word));
  return stems.flatMap((stem) => [
    ...beginnings.map((beginning) => nounForms(beginning + stem)),
    ...endings.map((ending) => nounForms(stem.slice(0, -1) + ending)),
  ]);
}

/** Draws places in `weights`, each as often as its weight says. */
export function drawerOf(weights: readonly number[]): (random: Random) => number {
  const ends = new Float64Array(weights.length);
  let sum = 0;
  for (const [n, weight] of weights.entries()) {
    sum += weight;
    ends[n] = sum;
  }
  return (random) => {
    const wanted = random.next() * sum;
    let [low, high] = [0, ends.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ends[middle] ?? 0) > wanted) high = middle;
      else low = middle + 1;
    }
    return low;
  };
}
