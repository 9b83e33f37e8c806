import type { Random } from '../../company/random.ts';
import { marks, series } from './lexicon.texts.ts';
import type { Vocabulary } from './vocabulary.ts';

// Half of what people write in a chat is shorter than ten words.
const MEDIAN_WORDS = 9;
const SPREAD = 0.6;
const MAX_WORDS = 60;

const REFERENCES = 0.04;
const MARKS = 0.05;
const COMMAS = 0.07;

/** A message as a colleague writes it, the same for the same seed. */
export function say({ draw }: Vocabulary, random: Random): string {
  const count = Math.min(
    MAX_WORDS,
    Math.max(1, Math.round(MEDIAN_WORDS * Math.exp(SPREAD * bell(random)))),
  );
  let text = '';
  for (let n = 0; n < count; n++) {
    const word = random.chance(REFERENCES) ? reference(random) : draw(random);
    const sign = n < count - 1 && random.chance(COMMAS) ? ',' : '';
    text += (n === 0 ? word.charAt(0).toUpperCase() + word.slice(1) : ` ${word}`) + sign;
  }
  return random.chance(MARKS) ? `${text} ${random.pick(marks)}` : text;
}

/** 'FRA-2026/0113', '14:30', '1.250': each of them is rare. */
function reference(random: Random): string {
  const kind = random.between(0, 3);
  if (kind === 0) {
    const number = String(random.between(1, 9_999)).padStart(4, '0');
    return `${random.pick(series)}-${random.between(2022, 2026)}/${number}`;
  }
  if (kind === 1) return `${random.between(7, 20)}:${random.pick(['00', '15', '30', '45'])}`;
  if (kind === 2) return `${random.between(1, 99)}.${random.between(100, 999)}`;
  return String(random.between(1, 500));
}

/** Near 0 mostly, seldom beyond 2 on either side. */
const bell = (random: Random) =>
  Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next());
