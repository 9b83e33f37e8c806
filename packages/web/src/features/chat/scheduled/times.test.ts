import { describe, expect, it } from 'vitest';
import { scheduledTexts as texts } from './scheduled.texts.ts';
import {
  dayField,
  mondayMorning,
  offeredMornings,
  problemOf,
  readTime,
  sayWhen,
  tomorrowMorning,
} from './times.ts';

describe('the times at which a message may be sent later', () => {
  it.each([
    // A Monday, a Friday, a Sunday; the last day of a year; the nights in which the clocks change.
    [new Date(2026, 10, 23, 8, 0), new Date(2026, 10, 24, 9), new Date(2026, 10, 30, 9)],
    [new Date(2026, 10, 27, 18, 0), new Date(2026, 10, 28, 9), new Date(2026, 10, 30, 9)],
    [new Date(2026, 10, 29, 23, 59), new Date(2026, 10, 30, 9), new Date(2026, 10, 30, 9)],
    [new Date(2026, 11, 31, 12, 0), new Date(2027, 0, 1, 9), new Date(2027, 0, 4, 9)],
    [new Date(2026, 2, 28, 23, 30), new Date(2026, 2, 29, 9), new Date(2026, 2, 30, 9)],
    [new Date(2026, 9, 24, 23, 30), new Date(2026, 9, 25, 9), new Date(2026, 9, 26, 9)],
  ])('are, from %s on, tomorrow and the next Monday at nine', (now, tomorrow, monday) => {
    expect(tomorrowMorning(now)).toEqual(tomorrow);
    expect(mondayMorning(now)).toEqual(monday);
  });

  it('are one morning on Sundays, when tomorrow is Monday, and two on all other days', () => {
    const offered = (day: number) =>
      offeredMornings(new Date(2026, 10, day, 12)).map(({ label }) => label);
    for (const day of [23, 24, 25, 26, 27, 28])
      expect(offered(day)).toEqual([texts.tomorrow, texts.monday]);
    expect(offered(29)).toEqual([texts.tomorrow]);
  });

  it('are read from a day and a time, where both are whole', () => {
    expect(readTime('2026-12-24', '09:30')).toEqual(new Date(2026, 11, 24, 9, 30));
    expect(readTime('2026-12-24', '09:30:00')).toEqual(new Date(2026, 11, 24, 9, 30));
    for (const [day, time] of [
      ['', '09:00'],
      ['2026-12-24', ''],
      ['2026-02-30', '09:00'],
      ['24/12/2026', '09:00'],
    ] as const)
      expect(readTime(day, time)).toBeNull();
    expect(dayField(new Date(2026, 0, 5))).toBe('2026-01-05');
  });

  it('are later than now and at most a year ahead', () => {
    const now = new Date(2026, 10, 27, 12, 0);
    expect(problemOf(null, now)).toBe(texts.missing);
    expect(problemOf(now, now)).toBe(texts.past);
    expect(problemOf(new Date(2027, 10, 27, 12, 0), now)).toBeUndefined();
    expect(problemOf(new Date(2027, 10, 27, 12, 1), now)).toBe(texts.tooFar);
  });

  it('are said as one says them', () => {
    const now = new Date(2026, 10, 27, 12, 0);
    const said = (...when: [number, number, number, number]) =>
      sayWhen(new Date(...when).toISOString(), now);
    expect(said(2026, 10, 27, 18)).toBe('a las 18:00');
    expect(said(2026, 10, 28, 9)).toBe('mañana a las 09:00');
    expect(said(2026, 10, 30, 9)).toBe('el lunes a las 09:00');
    expect(said(2026, 11, 24, 9)).toBe('el 24 de diciembre a las 09:00');
  });
});
