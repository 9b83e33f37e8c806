import { useCallback } from 'react';
import { formatTime } from '../format/time.ts';
import { useServerTime } from '../hooks/use-server-time.ts';

/** As `formatTime`: a day later it has its date. */
export const useFormattedTime = (instant: string): string =>
  useServerTime(useCallback((now: number) => formatTime(instant, new Date(now)), [instant]));

/** When something happened. */
export function Time({ instant, className }: { instant: string; className?: string | undefined }) {
  return (
    <time className={className} dateTime={instant}>
      {useFormattedTime(instant)}
    </time>
  );
}
