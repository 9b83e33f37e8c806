import fc from 'fast-check';

export const ana = { uuid: 'ana', email: 'ana@empresa.local' };
export const anabel = { uuid: 'anabel', email: 'ana@empresa.local.es' };

/** Texts between two characters that keep a search going. */
const hostileUnits = [
  ...[
    '1.',
    'a.',
    '.',
    '..',
    '@',
    'a@',
    '@a@b.',
    '/',
    '//',
    'a/',
    'a.es/',
    'http://',
    'https:',
    'www.',
    'xn--',
  ],
  ...[
    '(',
    ')',
    '[',
    ']',
    '{',
    '<',
    '>',
    '"',
    "'",
    ',',
    ';',
    ':',
    '!',
    '?',
    '=',
    '&',
    '#',
    '-',
    'a-',
    '_',
    '%',
  ],
  ...[
    'a',
    '1',
    'ñ',
    '\n',
    ' ',
    '\t',
    '\u200f',
    '\u202e',
    '\u200b',
    '\u0301',
    '👍🏽',
    '👩\u200d',
    '🇪',
    '\ufe0f',
  ],
  ...[
    `@${ana.email}`,
    `@${anabel.email}.`,
    '@ana@',
    ' www.a.es',
    'a.com',
    'mailto:',
    'a.es:1',
    'http://a.es/',
  ],
];
/** The unit of a long text, and its end. */
export const run = fc
  .tuple(
    fc.array(fc.constantFrom(...hostileUnits), { minLength: 1, maxLength: 4 }),
    fc.string({ maxLength: 8 }),
  )
  .map(([units, end]) => ({ unit: units.join(''), end }));
export const fill = ({ unit, end }: { unit: string; end: string }, length: number) =>
  `${unit.repeat(Math.ceil(length / unit.length)).slice(0, length - end.length)}${end}`;

/** Draws texts of this length, the same ones each time. */
export const drawnTexts = (count: number, length: number): string[] =>
  fc.sample(run, { numRuns: count, seed: 1 }).map((kind) => fill(kind, length));

const people = Array.from({ length: 2_000 }, (_, index) => ({
  uuid: String(index),
  email: `persona.${index}@empresa.local`,
}));
/** As many mentions as a message may have. */
export const mentions = [...people, ana, anabel];
