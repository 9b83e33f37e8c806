import { useEffect, useState } from 'react';
import { outgoingFor } from '../outbox.ts';

const LATE_AFTER_MS = 1_000;

/** Whether a message should have been answered by now; one that an earlier page has left should (rules/messages 24). */
export function useIsLate(referenceId: string): boolean {
  const [isLate, setLate] = useState(() => outgoingFor(referenceId) >= LATE_AFTER_MS);
  useEffect(() => {
    if (isLate) return;
    const timer = setTimeout(() => setLate(true), LATE_AFTER_MS - outgoingFor(referenceId));
    return () => clearTimeout(timer);
  }, [isLate, referenceId]);
  return isLate;
}
