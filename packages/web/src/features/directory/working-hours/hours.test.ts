import { hoursSchema } from '@chat/contract/forms';
import { describe, expect, it } from 'vitest';
import {
  byYear,
  copyDay,
  formOf,
  isAsSet,
  isOvernight,
  nextSpan,
  previewDays,
  toHours,
  toTime,
  wallClock,
} from './hours.ts';

const madrid = 'Europe/Madrid';
const hours = {
  timezone: madrid,
  days: [
    { day: 2, from: '00:00', to: '24:00' },
    { day: 1, from: '16:00', to: '19:00' },
    { day: 1, from: '09:00', to: '14:00' },
  ],
  holidays: ['2027-01-01', '2026-12-25'],
};

describe('the form of hours', () => {
  it('has spans and holidays in order, and gives back what was stored', () => {
    const form = formOf(hours);
    expect(form.days.map(({ day, from }) => `${day} ${from}`)).toEqual([
      '1 09:00',
      '1 16:00',
      '2 00:00',
    ]);
    expect(form.holidays).toEqual(['2026-12-25', '2027-01-01']);
    expect(toHours(form)).toMatchObject({ timezone: madrid, days: form.days });
    expect(toHours({ ...form, isOwn: false })).toBeNull();
  });

  it('is an ordinary week that nobody has chosen yet, where there are none', () => {
    const form = formOf(null);
    expect(form.isOwn).toBe(false);
    expect(form.days.map(({ day }) => day)).toEqual([1, 2, 3, 4, 5]);
    expect(hoursSchema.safeParse(form).success).toBe(true);
  });

  it('is that week as one of their own where somebody is about to set them', () => {
    const form = formOf(null, true);
    expect(form.isOwn).toBe(true);
    expect(form.days).toEqual([1, 2, 3, 4, 5].map((day) => ({ day, from: '09:00', to: '18:00' })));
  });

  it('knows whether it says what is set already, in whatever order', () => {
    expect(isAsSet(formOf(hours), hours)).toBe(true);
    expect(isAsSet({ ...formOf(hours), days: [...hours.days] }, hours)).toBe(true);
    expect(isAsSet({ ...formOf(hours), isOwn: false }, hours)).toBe(false);
    expect(isAsSet({ ...formOf(hours), holidays: [] }, hours)).toBe(false);
    expect(isAsSet({ ...formOf(null), timezone: 'UTC' }, null)).toBe(true);
    expect(isAsSet(formOf(null, true), null)).toBe(false);
  });

  it.each([
    ['9', '09:00'],
    ['930', '09:30'],
    ['0930', '09:30'],
    ['9.30', '09:30'],
    [' 9:30 ', '09:30'],
    ['14h', '14:00'],
    ['24', '24:00'],
    ['mañana', 'mañana'],
    ['', ''],
  ])('takes what is typed for a time, %o, for %o', (typed, time) => {
    expect(toTime(typed)).toBe(time);
  });
});

describe('a day of the editor', () => {
  it('takes the place of the days that it is copied to, and stays itself', () => {
    const { days } = formOf(hours);
    const copied = copyDay(days, 1, [1, 2, 3]);
    expect(copied.map(({ day, from }) => `${day} ${from}`)).toEqual([
      '1 09:00',
      '1 16:00',
      '2 09:00',
      '2 16:00',
      '3 09:00',
      '3 16:00',
    ]);
    expect(copyDay(days, 7, [1, 2])).toEqual([]);
  });

  it('offers a span after the last one, which is valid', () => {
    expect(nextSpan([])).toEqual({ from: '09:00', to: '18:00' });
    expect(nextSpan([{ from: '09:00', to: '14:00' }])).toEqual({ from: '15:00', to: '17:00' });
    for (const to of ['23:30', '06:00', '00:00', '22:59']) {
      const span = nextSpan([{ from: '21:00', to }]);
      const { success } = hoursSchema.safeParse({ ...hours, days: [{ day: 1, ...span }] });
      expect(success).toBe(true);
    }
  });

  it('says which spans go on into the next day', () => {
    expect(isOvernight({ from: '22:00', to: '06:00' })).toBe(true);
    expect(isOvernight({ from: '09:00', to: '14:00' })).toBe(false);
    expect(isOvernight({ from: '18:00', to: '24:00' })).toBe(false);
    expect(isOvernight({ from: '18:00', to: '00:00' })).toBe(false);
    expect(isOvernight({ from: '18:00', to: '' })).toBe(false);
    expect(isOvernight({ from: '27:90', to: '14:00' })).toBe(false);
  });
});

it('lists holidays by their years', () => {
  expect(byYear(['2027-01-06', '2026-12-25', '2027-01-01'])).toEqual([
    ['2026', ['2026-12-25']],
    ['2027', ['2027-01-01', '2027-01-06']],
  ]);
});

describe('the preview', () => {
  const at = (text: string) => new Date(text).toISOString();

  it('tells the time of a wall in another zone', () => {
    expect(wallClock(new Date('2026-12-24T23:30:00Z'), madrid)).toEqual({
      date: '2026-12-25',
      minutes: 30,
    });
    expect(wallClock(new Date('2026-12-24T23:00:00Z'), madrid).minutes).toBe(0);
  });

  it('has a span that runs over midnight in both days, and none for one that ends there', () => {
    const spans = [
      { from: at('2026-12-24T21:00:00Z'), to: at('2026-12-25T05:00:00Z') },
      { from: at('2026-12-25T15:00:00Z'), to: at('2026-12-25T23:00:00Z') },
    ];
    expect(previewDays(spans, { timeZone: madrid, first: '2026-12-24', count: 3 })).toEqual([
      { date: '2026-12-24', parts: [{ from: 22 * 60, to: 24 * 60 }] },
      {
        date: '2026-12-25',
        parts: [
          { from: 0, to: 6 * 60 },
          { from: 16 * 60, to: 24 * 60 },
        ],
      },
      { date: '2026-12-26', parts: [] },
    ]);
  });

  it('fills whole days of a span that knows no end', () => {
    const spans = [{ from: at('2026-10-24T10:00:00Z'), to: at('2026-11-08T10:00:00Z') }];
    const days = previewDays(spans, { timeZone: madrid, first: '2026-10-24', count: 14 });
    expect(days[0]?.parts).toEqual([{ from: 12 * 60, to: 24 * 60 }]);
    expect(days.slice(1).every(({ parts }) => parts[0]?.to === 24 * 60)).toBe(true);
    expect(days.map(({ date }) => date).at(-1)).toBe('2026-11-06');
  });
});
