import type { Hours } from '@chat/contract/forms';
import { describe, expect, test } from 'vitest';
import { openRanges } from './wall-clock.ts';

const MINUTE = 60_000;
const DAY = 1_440 * MINUTE;

const formats = new Map<string, Intl.DateTimeFormat>();

/** The time on a wall's clock, as `Intl` tells it: the date, the day from Monday on, and the time. */
function wallAt(instant: number, timeZone: string) {
  let format = formats.get(timeZone);
  if (!format) {
    const time = { hourCycle: 'h23', hour: '2-digit', minute: '2-digit' } as const;
    format = new Intl.DateTimeFormat('sv-SE', {
      ...{ timeZone, year: 'numeric', month: '2-digit', day: '2-digit' },
      ...time,
    });
    formats.set(timeZone, format);
  }
  const [date = '', time = ''] = format.format(instant).split(' ');
  return { date, time };
}

const dayOf = (date: string) => ((new Date(date).getUTCDay() + 6) % 7) + 1;

/** The rule as it is written, for one minute. */
function isInside({ timezone, days, holidays }: Hours, instant: number): boolean {
  const { date, time } = wallAt(instant, timezone);
  if (holidays.includes(date)) return false;
  const today = dayOf(date);
  const yesterday = ((today + 5) % 7) + 1;
  return days.some(({ day, from, to }) => {
    if (from < to) return day === today && from <= time && time < to;
    return (day === today && from <= time) || (day === yesterday && time < to);
  });
}

/** Fails at the first minute on which the two disagree. */
function expectMinuteByMinute(hours: Hours, from: number, days: number): void {
  const within = { from, to: from + days * DAY };
  const spans = openRanges([hours], within);
  let next = 0;
  for (let instant = within.from; instant < within.to; instant += MINUTE) {
    while ((spans[next]?.to ?? Number.POSITIVE_INFINITY) <= instant) next++;
    const is = (spans[next]?.from ?? Number.POSITIVE_INFINITY) <= instant;
    if (is === isInside(hours, instant)) continue;
    expect.fail(
      `${new Date(instant).toISOString()}, ${JSON.stringify(wallAt(instant, hours.timezone))}: ${is}`,
    );
  }
}

const everyDay = [1, 2, 3, 4, 5, 6, 7];
const daily = (from: string, to: string) => everyDay.map((day) => ({ day, from, to }));

// The first minutes of the days before clocks change, in both directions.
const changes: Record<string, string[]> = {
  'Europe/Madrid': ['2026-03-28', '2026-10-24'],
  'Atlantic/Canary': ['2026-03-28', '2026-10-24'],
  'America/New_York': ['2026-03-07', '2026-10-31'],
  // By half an hour.
  'Australia/Lord_Howe': ['2026-04-04', '2026-10-03'],
  // Never; half an hour off whole hours.
  'Asia/Kolkata': ['2026-03-28', '2026-10-24'],
  // Back for Ramadan, and forth again.
  'Africa/Casablanca': ['2026-02-14', '2026-03-21'],
};

const shapes: Record<string, (day: string) => Pick<Hours, 'days' | 'holidays'>> = {
  'an office day': () => ({ days: daily('09:00', '18:30'), holidays: [] }),
  'spans past midnight': () => ({ days: daily('22:15', '06:45'), holidays: [] }),
  'ends in the hour that changes': () => ({
    days: [...daily('00:10', '02:10'), ...daily('02:40', '03:20')],
    holidays: [],
  }),
  'whole days, to 24:00': () => ({
    days: [6, 1, 3].map((day) => ({ day, from: '00:00', to: '24:00' })),
    holidays: [],
  }),
  'to 00:00, the next day': () => ({ days: daily('20:00', '00:00'), holidays: [] }),
  'overlaps and spans that touch': () => ({
    days: [
      { day: 7, from: '01:30', to: '12:00' },
      { day: 7, from: '08:00', to: '03:00' },
      { day: 1, from: '03:00', to: '03:01' },
      { day: 6, from: '23:59', to: '02:30' },
      { day: 6, from: '12:00', to: '23:00' },
      { day: 6, from: '12:00', to: '23:00' },
    ],
    holidays: [],
  }),
  'a holiday on the day of the change': (day) => ({
    days: daily('21:00', '05:00'),
    holidays: [new Date(Date.parse(day) + DAY).toISOString().slice(0, 10), '2026-01-01'],
  }),
};

const drawn = Object.entries(changes).flatMap(([timezone, days]) =>
  Object.keys(shapes).flatMap((shape) => days.map((day) => [timezone, shape, day] as const)),
);

test.each(drawn)('each minute is as Intl says: %s, %s, around %s', (timezone, shape, day) => {
  const hours = { timezone, ...shapes[shape]?.(day) } as Hours;
  // From noon in UTC on the day before, over the change, in whichever zone.
  expectMinuteByMinute(hours, Date.parse(day) - DAY / 2, 3.5);
});

test('each minute of a fortnight is as Intl says, whatever second is asked about', () => {
  const days = [...daily('08:00', '14:30'), { day: 5, from: '16:00', to: '01:00' }];
  const hours = { timezone: 'Europe/Madrid', days, holidays: ['2026-10-12'] };
  expectMinuteByMinute(hours, Date.parse('2026-10-10T11:17:00Z'), 16);
});

const utc = (days: Hours['days'], holidays: string[] = []): Hours => ({
  timezone: 'UTC',
  days,
  holidays,
});
// Monday, 2026-11-23.
const WEEK = { from: Date.parse('2026-11-23'), to: Date.parse('2026-11-30') };
const rangesOf = (...all: (Hours | null)[]) =>
  openRanges(all, WEEK).map(({ from, to }) =>
    [from, to].map((instant) => new Date(instant).toISOString().slice(8, 16)).join(' '),
  );

describe('spans', () => {
  test('end with the minute before `to`', () =>
    expect(rangesOf(utc([{ day: 2, from: '09:00', to: '17:30' }]))).toEqual(['24T09:00 24T17:30']));

  test('are joined where they overlap or touch, over midnight too', () =>
    expect(
      rangesOf(
        utc([
          { day: 2, from: '12:00', to: '14:00' },
          { day: 2, from: '09:00', to: '12:00' },
          { day: 2, from: '13:00', to: '24:00' },
          { day: 3, from: '00:00', to: '01:00' },
        ]),
      ),
    ).toEqual(['24T09:00 25T01:00']));

  test('of every day and hour are one', () =>
    expect(rangesOf(utc(daily('00:00', '24:00')))).toEqual(['23T00:00 30T00:00']));

  test('with `to` before `from` run into the next day, from Sunday into Monday too', () =>
    expect(rangesOf(utc([{ day: 7, from: '22:00', to: '06:00' }]))).toEqual([
      '23T00:00 23T06:00',
      '29T22:00 30T00:00',
    ]));

  test('are cut at both ends', () =>
    expect(
      openRanges([utc(daily('08:00', '20:00'))], {
        from: Date.parse('2026-11-23T10:00:30.500Z'),
        to: Date.parse('2026-11-24T09:30:00.001Z'),
      }),
    ).toEqual([
      { from: Date.parse('2026-11-23T10:00:30.500Z'), to: Date.parse('2026-11-23T20:00:00Z') },
      { from: Date.parse('2026-11-24T08:00:00Z'), to: Date.parse('2026-11-24T09:30:00.001Z') },
    ]));
});

describe('a holiday', () => {
  const nights = daily('22:00', '06:00').filter(({ day }) => day === 2 || day === 3);

  test('takes its whole date out, the rest of a span from the evening before included', () =>
    expect(rangesOf(utc(nights, ['2026-11-25']))).toEqual([
      '24T22:00 25T00:00',
      '26T00:00 26T06:00',
    ]));

  test('is a date on the wall of the zone, not in UTC', () =>
    expect(
      rangesOf({
        timezone: 'Pacific/Auckland',
        days: daily('00:00', '24:00'),
        holidays: ['2026-11-25'],
      }),
    ).toEqual(['23T00:00 24T11:00', '25T11:00 30T00:00']));
});

describe('the union of several', () => {
  test('is inside where any of them is, each by its own zone', () =>
    expect(
      rangesOf(
        { timezone: 'Europe/Madrid', days: [{ day: 1, from: '09:00', to: '15:00' }], holidays: [] },
        {
          timezone: 'Atlantic/Canary',
          days: [{ day: 1, from: '13:00', to: '18:00' }],
          holidays: [],
        },
        { timezone: 'Asia/Tokyo', days: [{ day: 3, from: '09:00', to: '10:00' }], holidays: [] },
      ),
    ).toEqual(['23T08:00 23T18:00', '25T00:00 25T01:00']));

  test('with nothing but holidays of one is that of the others', () =>
    expect(
      rangesOf(
        utc(daily('00:00', '24:00'), ['2026-11-23']),
        utc([{ day: 1, from: '09:00', to: '10:00' }]),
      ),
    ).toEqual(['23T09:00 23T10:00', '24T00:00 30T00:00']));

  test('with always is always', () =>
    expect(rangesOf(utc([{ day: 1, from: '09:00', to: '10:00' }]), null)).toEqual([
      '23T00:00 30T00:00',
    ]));
});

describe('summer time', () => {
  const madrid = (from: string, to: string): Hours => ({
    timezone: 'Europe/Madrid',
    days: [{ day: 7, from, to }],
    holidays: [],
  });
  const lengths = (hours: Hours, day: string) =>
    openRanges([hours], { from: Date.parse(day) - DAY / 2, to: Date.parse(day) + DAY }).map(
      ({ from, to }) => (to - from) / MINUTE,
    );

  test('an hour that is skipped is missing', () => {
    expect(lengths(madrid('01:00', '04:00'), '2026-03-29')).toEqual([120]);
    expect(lengths(madrid('02:00', '03:00'), '2026-03-29')).toEqual([]);
    expect(lengths(madrid('02:30', '03:30'), '2026-03-29')).toEqual([30]);
  });

  test('an hour that is repeated counts twice', () => {
    expect(lengths(madrid('01:00', '04:00'), '2026-10-25')).toEqual([240]);
    expect(lengths(madrid('02:00', '03:00'), '2026-10-25')).toEqual([120]);
    expect(lengths(madrid('02:15', '02:45'), '2026-10-25')).toEqual([30, 30]);
  });
});

test('50 spans and 400 holidays hold over more than a year', () => {
  const days = Array.from({ length: 50 }, (_, index) => ({
    day: (index % 7) + 1,
    from: `${String(index % 24).padStart(2, '0')}:00`,
    to: `${String(index % 24).padStart(2, '0')}:30`,
  }));
  const holidays = Array.from({ length: 400 }, (_, index) =>
    new Date(WEEK.from + index * DAY).toISOString().slice(0, 10),
  );
  const hours = { timezone: 'Europe/Madrid', days, holidays };
  const within = { from: WEEK.from, to: WEEK.from + 402 * DAY };
  expect(openRanges([hours], within)[0]?.from).toBeGreaterThan(WEEK.from + 399 * DAY);
});
