import { useEffect, useState } from 'react';

const LATE_AFTER_MS = 1_000;

const waitedSince = (instant: string) => Math.max(0, Date.now() - Date.parse(instant));

/** Whether what was written at that moment should have been answered by now (rules/messages 24). */
export function useIsLate(createdAt: string): boolean {
  const [isLate, setLate] = useState(() => waitedSince(createdAt) >= LATE_AFTER_MS);
  useEffect(() => {
    if (isLate) return;
    const timer = setTimeout(() => setLate(true), LATE_AFTER_MS - waitedSince(createdAt));
    return () => clearTimeout(timer);
  }, [isLate, createdAt]);
  return isLate;
}
