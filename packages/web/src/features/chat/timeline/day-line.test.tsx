import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Time } from '../../../shared/ui/time.tsx';
import { DayLine } from './list-parts.tsx';

const written = new Date(2026, 10, 25, 18, 30);

beforeEach(() => void vi.useFakeTimers({ now: new Date(2026, 10, 25, 23, 59, 58) }));
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const wait = (ms: number) => act(() => vi.advanceTimersByTime(ms));

describe('what is shown of a time', () => {
  it('lets today become yesterday at midnight', () => {
    render(<DayLine createdAt={written.toISOString()} />);
    expect(screen.getByText('Hoy')).toBeTruthy();
    wait(3_000);
    expect(screen.getByText('Ayer')).toBeTruthy();
  });

  it('gains its date once it is a day old', () => {
    vi.setSystemTime(new Date(2026, 10, 26, 18, 29, 58));
    render(<Time instant={written.toISOString()} />);
    expect(screen.getByText('06:30 PM')).toBeTruthy();
    wait(3_000);
    expect(screen.getByText('25-11-2026 06:30 PM')).toBeTruthy();
  });
});
