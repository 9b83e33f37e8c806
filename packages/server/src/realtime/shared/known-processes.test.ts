import { randomBytes } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { type Envelope, headOf, KnownProcesses, readLetter, Secrets } from './other-processes.ts';

const secret = randomBytes(32);
const secrets = new Secrets(secret);

/** Delivers a sealed text to a reader, with the envelope that Redis made of it. */
function letterOf(envelope: Envelope, { by = secrets, as = {}, text = 'hola' } = {}) {
  const sealed = by.sealOf(envelope.by).close(envelope, text);
  const head = headOf({ ...envelope, ...as });
  const letter = readLetter(Buffer.concat([Buffer.from(`${head} 1 \n`), sealed]));
  if (!letter) throw new Error('no letter');
  return letter;
}

let known: KnownProcesses;
const greeting: Envelope = { by: 'ana', number: 5, broadcasts: 2, to: 'me' };
const next: Envelope = { by: 'ana', number: 6, broadcasts: 2, to: 'rooms' };
beforeEach(() => {
  known = new KnownProcesses('me', secrets, secrets.sealOf('me'));
  known.read(letterOf(greeting));
});
const accepted = (text = 'hola', isAfterGap = false) => ({ text, isAfterGap });

test('what a known process says next is read', () => {
  expect(known.read(letterOf(next, { text: 'qué tal, ñandú 🎉' }))).toEqual(
    accepted('qué tal, ñandú 🎉'),
  );
});

describe('what was sealed otherwise is forged:', () => {
  test.each([
    ['with another secret', { by: new Secrets(randomBytes(32)) }],
    ['by another sender', { as: { by: 'bruno' } }],
    ['under another number', { as: { number: 9 } }],
    ['for another addressee', { as: { to: 'all' } }],
    ['with another count of what everybody was told', { as: { broadcasts: 3 } }],
  ])('%s', (_, otherwise) => {
    expect(known.read(letterOf(next, otherwise))).toBe('forged');
  });

  test('for another process alone', () => {
    expect(known.read(letterOf({ ...next, to: 'carla' }))).toBe('forged');
  });

  test('and changed in any byte', () => {
    const letter = letterOf(next);
    for (let at = 0; at < letter.sealed.length; at++) {
      const sealed = Buffer.from(letter.sealed);
      sealed[at] = (sealed[at] ?? 0) ^ 1;
      expect(known.read({ ...letter, sealed })).toBe('forged');
    }
    for (let end = 0; end < letter.sealed.length; end++)
      expect(known.read({ ...letter, sealed: letter.sealed.subarray(0, end) })).toBe('forged');
  });
});

test('an entry is read once, and none that was sealed before one that was read', () => {
  const later = letterOf({ ...next, number: 8 });
  expect(known.read(later)).toEqual(accepted());
  expect([later, letterOf(next), letterOf(greeting)].map((one) => known.read(one))).toEqual(
    Array.from({ length: 3 }, () => 'repeated'),
  );
});

test('of a process that has not spoken to this one by name nothing is read', () => {
  const begun = new KnownProcesses('later', secrets, secrets.sealOf('later'));
  for (const envelope of [next, { ...next, to: 'all' }, { ...next, to: 'others' }])
    expect(begun.read(letterOf(envelope))).toBe('stranger');
  expect(begun.read(letterOf(greeting))).toBe('forged');
  expect(begun.read(letterOf({ ...next, number: 7, to: 'later' }))).toEqual(accepted());
  expect(begun.read(letterOf(next))).toBe('repeated');
});

test('an entry to everybody that did not come shows at the next one, and not after Redis has begun anew', () => {
  expect(known.read(letterOf({ ...next, broadcasts: 3, to: 'all' }))).toEqual(accepted());
  expect(known.read(letterOf({ ...next, number: 7, broadcasts: 4 }))).toEqual(
    accepted('hola', true),
  );
  expect(known.read(letterOf({ ...next, number: 8, broadcasts: 6, to: 'others' }))).toEqual(
    accepted('hola', true),
  );
  known.beginAnew();
  expect(known.read(letterOf({ ...next, number: 12, broadcasts: 9 }))).toEqual(accepted());
});

test.each([
  '',
  '\n',
  'ana',
  'ana 6 2 rooms',
  'ana -1 2 rooms 1 \n',
  'ana 1.5 2 rooms 1 \n',
  'ana x 2\n',
  `${2 ** 60}\n`,
  'ana 999999999999999 2 rooms 1 \n',
])('what is no entry is none: %j', (text) => {
  expect(readLetter(Buffer.from(text))).toBeUndefined();
});

test('names are the same for all who have the secret, and tell nothing', () => {
  expect(new Secrets(secret).nameOf('user:ana')).toBe(secrets.nameOf('user:ana'));
  expect(new Secrets(randomBytes(32)).nameOf('user:ana')).not.toBe(secrets.nameOf('user:ana'));
  expect(secrets.nameOf('user:ana')).toMatch(/^[\w-]{22}$/);
});
