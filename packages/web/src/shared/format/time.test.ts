import { describe, expect, it } from 'vitest';
import { formatTime } from './time.ts';

const now = new Date(2026, 2, 10, 18, 0, 0);
const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000).toISOString();

describe('formatTime', () => {
  it('shows the hour alone under 24 hours, with a literal AM or PM', () => {
    expect(formatTime(hoursAgo(0), now)).toBe('06:00 PM');
    expect(formatTime(hoursAgo(9), now)).toBe('09:00 AM');
    expect(formatTime(hoursAgo(23.99), now)).toBe('06:00 PM');
  });

  it('puts the date in front once a message is 24 hours old', () => {
    expect(formatTime(hoursAgo(24), now)).toBe('09-03-2026 06:00 PM');
  });

  it.each([
    [0, '12:05 AM'],
    [11, '11:05 AM'],
    [12, '12:05 PM'],
    [13, '01:05 PM'],
  ])('tells %i hours by the clock of twelve', (hours, shown) => {
    const noted = new Date(2026, 2, 10, hours, 5).toISOString();
    expect(formatTime(noted, new Date(2026, 2, 10, 23, 0))).toBe(shown);
  });
});
