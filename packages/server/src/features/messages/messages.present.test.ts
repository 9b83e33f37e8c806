import { expect, test } from 'vitest';
import { presentInstant } from './messages.present.ts';

test.each([
  ['2026-11-21T21:46:00+00:00', '2026-11-21T21:46:00.000Z'],
  ['2026-11-21T21:46:00.1+00:00', '2026-11-21T21:46:00.100Z'],
  ['2026-11-21T21:46:00.123+00:00', '2026-11-21T21:46:00.123Z'],
  ['2026-11-21T21:46:00.999999+00:00', '2026-11-21T21:46:00.999Z'],
  ['2026-11-21T23:46:00.12+02:00', '2026-11-21T21:46:00.120Z'],
  ['2026-11-21T18:16:00-03:30', '2026-11-21T21:46:00.000Z'],
])('an instant that the database writes as %s goes out as %s', (written, wire) => {
  expect(presentInstant(written)).toBe(wire);
});
