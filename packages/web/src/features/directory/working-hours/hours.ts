import type { Hours } from '@chat/contract/forms';
import type { Span } from '@chat/contract/offices';
import type { UseFormReturn } from 'react-hook-form';
import { dayAfter } from '../../../shared/format/time.ts';

export type DaySpan = Hours['days'][number];

/** Monday to Sunday, as the contract numbers them. */
export const week = [1, 2, 3, 4, 5, 6, 7];
export const workdays = [1, 2, 3, 4, 5];

const MIDNIGHT = '00:00';
const DAY_END = '24:00';
const officeDay = { from: '09:00', to: '18:00' };

/** The hours as they are edited. */
export interface HoursForm extends Hours {
  /** False: 'Siempre' for the company, 'Como la empresa' for an office. */
  isOwn: boolean;
}

export type HoursFormApi = UseFormReturn<HoursForm>;

export const ownTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Hours that are not set yet begin as an ordinary week; `isFirst`: somebody is about to set them. */
export function formOf(hours: Hours | null, isFirst = false): HoursForm {
  if (!hours) {
    const days = workdays.map((day) => ({ day, ...officeDay }));
    return { isOwn: isFirst, timezone: ownTimeZone(), days, holidays: [] };
  }
  const { timezone, days, holidays } = hours;
  return { isOwn: true, timezone, days: inOrder(days), holidays: [...holidays].sort() };
}

export const toHours = ({ isOwn, ...hours }: HoursForm): Hours | null => (isOwn ? hours : null);

/** Whether the form says what is set already. */
export function isAsSet(form: HoursForm, hours: Hours | null): boolean {
  const inWords = (one: HoursForm) => JSON.stringify(toHours(one) && formOf(toHours(one)));
  return inWords(form) === inWords(formOf(hours));
}

/** A time as it is stored, of what somebody typed: '9', '930', '9.30' and '09:30' are meant; other texts stay. */
export function toTime(typed: string): string {
  const [, hour, minutes = '00'] = /^\s*(\d{1,2})(?:[\s:.,h]?(\d{2}))?\s*h?\s*$/.exec(typed) ?? [];
  return hour === undefined ? typed : `${hour.padStart(2, '0')}:${minutes}`;
}

const isMidnight = (time: string): boolean => time === MIDNIGHT || time === DAY_END;

export const inOrder = (days: readonly DaySpan[]): DaySpan[] =>
  [...days].sort((one, other) => one.day - other.day || (one.from < other.from ? -1 : 1));

/** All spans, after those of one day have taken the place of other days' own. */
export function copyDay(days: readonly DaySpan[], from: number, to: readonly number[]): DaySpan[] {
  const copied = days.filter(({ day }) => day === from);
  const targets = to.filter((day) => day !== from);
  const kept = days.filter(({ day }) => !targets.includes(day));
  return inOrder([...kept, ...targets.flatMap((day) => copied.map((span) => ({ ...span, day })))]);
}

/** A first span is an ordinary day; another one begins when the last one ends, where the day has room for it. */
export function nextSpan(spans: readonly Omit<DaySpan, 'day'>[]): Omit<DaySpan, 'day'> {
  const last = spans.at(-1);
  if (!last) return officeDay;
  const from = last.to > last.from && last.to < '22:00' ? plusHour(last.to) : MIDNIGHT;
  return { from, to: plusHour(plusHour(from)) };
}

const plusHour = (time: string) =>
  `${String(Number(time.slice(0, 2)) + 1).padStart(2, '0')}${time.slice(2)}`;

/** Whether a span goes on into the day after; one that ends at midnight does not. */
export const isOvernight = ({ from, to }: Omit<DaySpan, 'day'>): boolean =>
  isTime(from) && isTime(to) && !isMidnight(to) && to < from;

const isTime = (text: string) => /^(([01]\d|2[0-3]):[0-5]\d|24:00)$/.test(text);

/** The dates of each year, in order. */
export function byYear(holidays: readonly string[]): [year: string, dates: string[]][] {
  const years = new Map<string, string[]>();
  for (const date of [...holidays].sort()) {
    const year = date.slice(0, 4);
    years.set(year, [...(years.get(year) ?? []), date]);
  }
  return [...years];
}

const DAY_MINUTES = 24 * 60;

/** One day of the preview: its date, and the minutes of its clock that are inside. */
export interface PreviewDay {
  date: string;
  parts: { from: number; to: number }[];
}

/** The time on a wall's clock of a time zone at an instant. */
export function wallClock(instant: Date, timeZone: string): { date: string; minutes: number } {
  const parts = new Intl.DateTimeFormat('en', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  }).formatToParts(instant);
  const part = (type: string) => parts.find((each) => each.type === type)?.value ?? '';
  return {
    date: `${part('year')}-${part('month')}-${part('day')}`,
    minutes: Number(part('hour')) * 60 + Number(part('minute')),
  };
}

/** The spans of the server day by day, from `first` on; one that runs over midnight is in both days. */
export function previewDays(
  spans: readonly Span[],
  { timeZone, first, count }: { timeZone: string; first: string; count: number },
): PreviewDay[] {
  const clocks = spans.map(({ from, to }) => ({
    from: wallClock(new Date(from), timeZone),
    to: wallClock(new Date(to), timeZone),
  }));
  return Array.from({ length: count }, (_, index) => {
    const date = dayAfter(first, index);
    const parts = clocks
      .filter(({ from, to }) => from.date <= date && to.date >= date)
      .map(({ from, to }) => ({
        from: from.date === date ? from.minutes : 0,
        to: to.date === date ? to.minutes : DAY_MINUTES,
      }))
      .filter(({ from, to }) => to > from);
    return { date, parts };
  });
}
