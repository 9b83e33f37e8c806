import { randomBytes } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { type Envelope, headOf, KnownProcesses, readEntry, Secrets } from './other-processes.ts';

const secret = randomBytes(32);
const secrets = new Secrets(secret);

/** Delivers a sealed text to a reader, with the envelope that Redis made of it. */
function entryOf(envelope: Envelope, { by = secrets, as = {}, text = 'hola' } = {}) {
  const sealed = by.sealOf(envelope.by).close(envelope, text);
  const head = headOf({ ...envelope, ...as });
  const entry = readEntry(Buffer.concat([Buffer.from(`${head} 1 \n`), sealed]));
  if (!entry) throw new Error('no entry');
  return entry;
}

let known: KnownProcesses;
const greeting: Envelope = { by: 'ana', number: 5, broadcasts: 2, to: 'me' };
const next: Envelope = { by: 'ana', number: 6, broadcasts: 2, to: 'rooms' };
beforeEach(() => {
  known = new KnownProcesses('me', secrets, secrets.sealOf('me'));
  known.read(entryOf(greeting));
});
const accepted = (text = 'hola', isAfterGap = false) => ({ text, isAfterGap });

test('what a known process says next is read', () => {
  expect(known.read(entryOf(next, { text: 'qué tal, ñandú 🎉' }))).toEqual(
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
    expect(known.read(entryOf(next, otherwise))).toBe('forged');
  });

  test('for another process alone', () => {
    expect(known.read(entryOf({ ...next, to: 'carla' }))).toBe('forged');
  });

  test('and changed in any byte', () => {
    const entry = entryOf(next);
    for (let at = 0; at < entry.sealed.length; at++) {
      const sealed = Buffer.from(entry.sealed);
      sealed[at] = (sealed[at] ?? 0) ^ 1;
      expect(known.read({ ...entry, sealed })).toBe('forged');
    }
    for (let end = 0; end < entry.sealed.length; end++)
      expect(known.read({ ...entry, sealed: entry.sealed.subarray(0, end) })).toBe('forged');
  });
});

test('an entry is read once, and none that was sealed before one that was read', () => {
  const later = entryOf({ ...next, number: 8 });
  expect(known.read(later)).toEqual(accepted());
  expect([later, entryOf(next), entryOf(greeting)].map((one) => known.read(one))).toEqual(
    Array.from({ length: 3 }, () => 'repeated'),
  );
});

test('of a process that has not spoken to this one by name nothing is read', () => {
  const begun = new KnownProcesses('later', secrets, secrets.sealOf('later'));
  for (const envelope of [next, { ...next, to: 'all' }, { ...next, to: 'others' }])
    expect(begun.read(entryOf(envelope))).toBe('stranger');
  expect(begun.read(entryOf(greeting))).toBe('forged');
  expect(begun.read(entryOf({ ...next, number: 7, to: 'later' }))).toEqual(accepted());
  expect(begun.read(entryOf(next))).toBe('repeated');
});

test('an entry to everybody that did not come shows at the next one, and not after Redis has begun anew', () => {
  expect(known.read(entryOf({ ...next, broadcasts: 3, to: 'all' }))).toEqual(accepted());
  expect(known.read(entryOf({ ...next, number: 7, broadcasts: 4 }))).toEqual(
    accepted('hola', true),
  );
  expect(known.read(entryOf({ ...next, number: 8, broadcasts: 6, to: 'others' }))).toEqual(
    accepted('hola', true),
  );
  known.beginAnew();
  expect(known.read(entryOf({ ...next, number: 12, broadcasts: 9 }))).toEqual(accepted());
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
  expect(readEntry(Buffer.from(text))).toBeUndefined();
});

test('names are the same for all who have the secret, and tell nothing', () => {
  expect(new Secrets(secret).nameOf('user:ana')).toBe(secrets.nameOf('user:ana'));
  expect(new Secrets(randomBytes(32)).nameOf('user:ana')).not.toBe(secrets.nameOf('user:ana'));
  expect(secrets.nameOf('user:ana')).toMatch(/^[\w-]{22}$/);
});
