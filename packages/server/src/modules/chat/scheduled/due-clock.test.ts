import { beforeEach, describe, expect, test } from 'vitest';
import { DueClock } from './send-due.actions.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** The time since the machine's start is no more exact than that. */
const STEP = 10;
const START = Date.parse('2026-11-27T08:00:00Z');

describe('a clock', () => {
  let upMs: number;
  let wrongMs: number;
  let isPlausible: boolean;
  let clock: DueClock;
  beforeEach(() => {
    upMs = 1_000;
    wrongMs = 0;
    isPlausible = true;
    clock = new DueClock(() => upMs);
  });

  /** Reads the clock `ms` later; gives by how much it differs from the true time, undefined while nothing is due. */
  async function readAfter(ms: number): Promise<number | undefined> {
    upMs += ms;
    const truth = START + upMs;
    const read = await clock.read(new Date(truth + wrongMs), async () => isPlausible);
    return read && read.getTime() - truth;
  }

  test('that goes steadily is followed', async () => {
    for (const ms of [0, 1, 15_000, HOUR, 30 * 24 * HOUR]) expect(await readAfter(ms)).toBe(0);
  });

  test('that is put right by less than a minute is followed at once', async () => {
    await readAfter(0);
    for (const ms of [50_000, -50_000, 0]) {
      wrongMs = ms;
      expect(await readAfter(15_000)).toBe(ms);
    }
  });

  test('that goes an hour ahead makes nothing due too early, and once it is back all is as before', async () => {
    await readAfter(0);
    wrongMs = HOUR;
    for (let n = 0; n < 19; n++) expect(await readAfter(15_000)).toBe(-STEP);
    wrongMs = 0;
    expect(await readAfter(15_000)).toBe(0);
    expect(clock.isDoubted).toBe(false);
  });

  test('that goes ahead makes nothing due too early where the machine tells its time in hundredths of a second', async () => {
    clock = new DueClock(() => Math.floor(upMs / STEP) * STEP);
    await readAfter(9);
    wrongMs = HOUR;
    for (let n = 0; n < 20; n++) expect(await readAfter(1)).toBeLessThanOrEqual(0);
  });

  test('that goes an hour back makes nothing due before it says so, and back again all at once', async () => {
    await readAfter(0);
    wrongMs = -HOUR;
    expect(await readAfter(15_000)).toBe(-HOUR);
    wrongMs = 0;
    expect(await readAfter(15_000)).toBe(0);
  });

  test('that stays there for five minutes is followed from then on', async () => {
    await readAfter(0);
    wrongMs = HOUR;
    expect(await readAfter(15_000)).toBe(-STEP);
    expect(await readAfter(4 * MINUTE)).toBe(-STEP);
    expect(await readAfter(MINUTE)).toBe(HOUR);
    expect(await readAfter(15_000)).toBe(HOUR);
  });

  test('that leaps again is doubted for another five minutes', async () => {
    await readAfter(0);
    wrongMs = HOUR;
    await readAfter(15_000);
    await readAfter(4 * MINUTE);
    wrongMs = 2 * HOUR;
    expect(await readAfter(2 * MINUTE)).toBe(-STEP);
    expect(await readAfter(4 * MINUTE)).toBe(-STEP);
    expect(await readAfter(MINUTE)).toBe(2 * HOUR);
  });

  test('that does not follow on the data at the start makes nothing due for five minutes', async () => {
    isPlausible = false;
    wrongMs = 365 * 24 * HOUR;
    expect(await readAfter(0)).toBeUndefined();
    expect(await readAfter(4 * MINUTE)).toBeUndefined();
    expect(await readAfter(MINUTE)).toBe(365 * 24 * HOUR);
  });

  test('and that is right again within them is followed at once', async () => {
    isPlausible = false;
    wrongMs = 365 * 24 * HOUR;
    expect(await readAfter(0)).toBeUndefined();
    [isPlausible, wrongMs] = [true, 0];
    expect(await readAfter(15_000)).toBe(0);
  });
});
