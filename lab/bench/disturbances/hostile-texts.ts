import { hitsOf } from '../../../packages/server/src/modules/search/query/match.ts';
import { parseQuery } from '../../../packages/server/src/modules/search/query/parse-query.ts';
import { textParts } from '../../../packages/web/src/features/chat/timeline/text-parts.ts';
import { ana, drawnTexts, mentions } from '../../../packages/web/src/test/hostile-texts.ts';
import type { Bound, Row } from './by-turns.ts';
import { onGround } from './ground.ts';

const ROUNDS = 15;
const DRAWN = 60;

/** Other work of the machine only adds to a time: the least of several counts. */
function leastTime(work: () => unknown): number {
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS; round++) {
    const before = performance.now();
    work();
    least = Math.min(least, performance.now() - before);
  }
  return least;
}

/** Twice the text takes twice the time; what grows with its square would take four times as long. */
const growth: Bound = { unit: 'ms', ratioAtMost: 3, least: 0.3 };

type Work = (text: string) => unknown;
type Kinds = [name: string, half: string, whole: string, work: Work][];

function rowOf({ name, kinds }: { name: string; kinds: Kinds }): Row<unknown> {
  const timesOf = async (which: 1 | 2) =>
    Object.fromEntries(
      kinds.map((kind) => [kind[0], leastTime(() => kind[3](kind[which]))] as const),
    );
  return {
    name,
    figures: Object.fromEntries(kinds.map(([kind]) => [kind, growth])),
    quiet: () => timesOf(1),
    disturbed: () => timesOf(2),
  };
}

const drawLinks: Work = (text) => textParts(text, mentions);

const drawn = (length: number) => drawnTexts(DRAWN, length);

/** The dearest of many kinds: one that grew faster would be it. */
const dearest = (texts: string[]) =>
  Math.max(...texts.map((text) => leastTime(() => drawLinks(text))));

const parts: Kinds = [
  ['numbers and dots', '1.'.repeat(4_997)],
  ['letters and dots', 'a.'.repeat(4_997)],
  ['letters and slashes', 'a/'.repeat(4_997)],
  ['parts of e-mails', 'a@'.repeat(4_997)],
  ['beginnings of mentions', '@a'.repeat(4_997)],
  ['mentions', `@${ana.email}`.repeat(555)],
  ['nearly mentions', `@${'a'.repeat(60)}@${'a.'.repeat(100)}`.repeat(38)],
  ['links and brackets', 'http://a.es/(['.repeat(714)],
].map(([name = '', filling = '']) => [
  name,
  `${filling} a.es`,
  `${filling}${filling} a.es`,
  drawLinks,
]);

const searched: Kinds = [
  ['many words', 'a '.repeat(2_500), 'a '.repeat(100)],
  ['one long word', 'a'.repeat(5_000), 'aaa '.repeat(50)],
  ['a row of parts', 'a-'.repeat(2_500), `${'a-'.repeat(99)}b`],
  ['accents of their own', 'e\u0301'.repeat(2_500), 'eee'],
  ['emojis', '👨‍👩‍👧'.repeat(625), '👨‍👩‍👧'.repeat(20)],
  ['signs', '"-:%'.repeat(1_250), '"-:%'.repeat(50)],
].map(([name = '', half = '', q = '']) => {
  const query = parseQuery(q, 'UTC');
  return [name, half, half.repeat(2), (text) => hitsOf(text, query)];
});

export const hostileTexts = onGround(
  async () => ({ stop: async () => {} }),
  [
    rowOf({ name: 'links and mentions are told apart in twice as long a text', kinds: parts }),
    {
      name: 'links and mentions are told apart in twice as long a text of any kind',
      figures: { 'the dearest of 60 kinds': growth },
      quiet: async () => ({ 'the dearest of 60 kinds': dearest(drawn(10_000)) }),
      disturbed: async () => ({ 'the dearest of 60 kinds': dearest(drawn(20_000)) }),
    },
    rowOf({ name: 'a text twice as long is searched', kinds: searched }),
  ],
);
