import { type Db, sql } from '../../../packages/server/src/db/database.ts';
import type { Random } from '../../company/random.ts';
import type { Lemma, Vocabulary } from './vocabulary.ts';

/** The terms of each kind, by the kind's name; no term twice. */
export type Terms = Map<string, string[]>;

export const FILTERS = 'a filter alone';

/** Measured terms of each kind; the others are for the warm-up. */
export const MEASURED = 40;
const EACH = MEASURED + 10;
/** Words of a message, on average. */
const WORDS = 10.5;

/** The share of all messages that holds a form of the lemma. */
const spread = ({ share }: Lemma) => 1 - (1 - share) ** WORDS;

/** New search terms, for a member of these chats. */
export async function drawTerms(
  db: Db,
  { lemmas }: Vocabulary,
  email: string,
  random: Random,
): Promise<Terms> {
  const between = (least: number, most: number) => {
    const some = lemmas.filter((lemma) => spread(lemma) >= least && spread(lemma) <= most);
    return random.shuffled(some).map(({ forms }) => random.pick(forms));
  };
  const common = between(0.01, 0.2);
  const medium = between(0.0005, 0.02);
  const phrases = (await findTexts(db, email)).flatMap((text) => phraseOf(text, random));
  const terms: [string, string[]][] = [
    ['a word of a third of all messages', ['la', 'que', 'el', 'en', 'y', 'de']],
    ['a word, 2 %', between(0.01, 0.04)],
    ['a word, 0.5 %', between(0.003, 0.008)],
    ['a word, 0.1 %', between(0.0007, 0.0015)],
    ['a word, 0.01 %', between(0.00005, 0.00015)],
    ['two words, both common', common.map((word, n) => `${word} ${common.at(n - 1)}`)],
    ['two words, one seldom', medium.map((word, n) => `${word} ${common[n % common.length]}`)],
    ['part of a word', medium.filter((word) => word.length > 5).map((word) => word.slice(1, -1))],
    ['three letters', medium.filter((word) => word.length > 4).map((word) => word.slice(1, 4))],
    ['a phrase', phrases],
    [FILTERS, filters(random)],
    ['a word found nowhere', nowhere(random)],
  ];
  return new Map(terms.map(([kind, all]) => [kind, [...new Set(all)].slice(0, EACH)]));
}

/** Texts of the person's chats. */
async function findTexts(db: Db, email: string): Promise<string[]> {
  const rows = await db.many<{ content: string }>(sql`
    select m.content
    from users u
      join chat_members cm on cm.user_id = u.id
      join chats c on c.id = cm.chat_id
      join messages m on m.chat_id = c.id and m.seq = 1 + c.id * 31 % greatest(c.last_seq, 1)
    where u.email = ${email} and m.content <> ''
    order by c.id
    limit 400`);
  return rows.map(({ content }) => content);
}

function phraseOf(text: string, random: Random): string[] {
  const words = text.split(' ');
  if (words.length < 4) return [];
  const first = random.between(0, words.length - 3);
  return [`"${words.slice(first, first + 3).join(' ')}"`];
}

function filters(random: Random): string[] {
  return Array.from({ length: Math.ceil(EACH / 4) }, () => [
    `de:persona-${random.between(2, 1_999)}`,
    `en:"Grupo ${random.between(0, 399)}"`,
    `antes:${random.between(2024, 2026)}-${random.between(1, 9)}-${random.between(1, 28)} tiene:archivo`,
    `-${random.pick(['la', 'que', 'el', 'en'])} de:persona-${random.between(2, 1_999)}`,
  ]).flat();
}

function nowhere(random: Random): string[] {
  const syllable = () =>
    random.pick('bcdfgjklmnprstvz'.split('')) + random.pick(['wu', 'we', 'wo']);
  return Array.from({ length: EACH }, () => syllable() + syllable() + syllable());
}
