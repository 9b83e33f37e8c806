import type { Hours } from '@chat/contract/forms';
import { offsetAt } from '../../shared/days.ts';

// All times are ms. The local time of a zone is counted as if the zone's clocks showed UTC: instant + offset.
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** `to` is not part of the range. */
export interface TimeRange {
  from: number;
  to: number;
}

/** Null: open at any time. */
export type HoursOrAlways = Hours | null;

/**
 * The ranges between two instants in which at least one of the schedules is open: sorted, merged, cut at both ends. A
 * schedule goes by local time, minute by minute (rules/working-hours 3).
 */
export function openRanges(all: readonly HoursOrAlways[], { from, to }: TimeRange): TimeRange[] {
  const each = all.map((hours) => (hours ? openRangesOf(hours, { from, to }) : [{ from, to }]));
  return mergeOverlaps(each.flat());
}

function mergeOverlaps(ranges: TimeRange[]): TimeRange[] {
  const result: TimeRange[] = [];
  for (const { from, to } of ranges.sort((one, other) => one.from - other.from)) {
    const last = result.at(-1);
    if (last && from <= last.to) last.to = Math.max(last.to, to);
    else result.push({ from, to });
  }
  return result;
}

function openRangesOf({ timezone, days, holidays }: Hours, within: TimeRange): TimeRange[] {
  const week = weekOf(days);
  const daysOff = new Set(holidays);
  const result: TimeRange[] = [];
  for (const { from, to, offset } of offsetsBetween(timezone, within)) {
    const [wallFrom, wallTo] = [from + offset, to + offset];
    for (let date = wallFrom - modulo(wallFrom, DAY); date < wallTo; date += DAY) {
      if (daysOff.has(new Date(date).toISOString().slice(0, 10))) continue;
      for (const piece of week[weekdayOf(date)] ?? []) {
        const begin = Math.max(date + piece.from, wallFrom);
        const end = Math.min(date + piece.to, wallTo);
        if (begin < end) result.push({ from: begin - offset, to: end - offset });
      }
    }
  }
  return result;
}

const modulo = (value: number, by: number): number => ((value % by) + by) % by;

// The first day of 1970 was a Thursday.
const weekdayOf = (date: number): number => modulo(date / DAY + 3, 7);

/** The spans of each day from Monday on; a span past midnight is one piece of its day and one of the next day. */
function weekOf(spans: Hours['days']): TimeRange[][] {
  const week: TimeRange[][] = Array.from({ length: 7 }, () => []);
  for (const { day, ...clock } of spans) {
    const [from, to] = [readClock(clock.from), readClock(clock.to)];
    week[day - 1]?.push({ from, to: to > from ? to : DAY });
    if (to < from) week[day % 7]?.push({ from: 0, to });
  }
  return week;
}

function readClock(text: string): number {
  const [hour, minute] = text.split(':').map(Number);
  return (hour ?? 0) * HOUR + (minute ?? 0) * MINUTE;
}

interface Offset extends TimeRange {
  /** How far the zone's clocks are ahead of UTC in this range. */
  offset: number;
}

// The step of the search: no zone changes its clocks twice in 6 hours.
const STEP = 6 * HOUR;
const SECOND = 1_000;

/** The time between two instants, cut where the zone's clocks change. */
function offsetsBetween(timezone: string, { from, to }: TimeRange): Offset[] {
  const at = (instant: number) => offsetAt(instant - modulo(instant, SECOND), timezone);
  let current: Offset = { from, to, offset: at(from) };
  const result = [current];
  for (let before = from; before < to; before += STEP) {
    const after = Math.min(before + STEP, to);
    const offset = at(after);
    if (offset === current.offset) continue;
    const change = firstSecond(before, after, (instant) => at(instant) === offset);
    current.to = change;
    current = { from: change, to, offset };
    result.push(current);
  }
  return result;
}

/** The first whole second at which `holds` is true, by bisection: once true, it stays true. */
function firstSecond(from: number, to: number, holds: (instant: number) => boolean): number {
  let [before, after] = [Math.floor(from / SECOND), Math.ceil(to / SECOND)];
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (holds(middle * SECOND)) after = middle;
    else before = middle;
  }
  return Math.min(after * SECOND, to);
}
