import { useEffect } from 'react';

/** Asks once whether the browser may notify (product §2, main layout); a refusal is respected. */
export function useNotificationPermission(isWanted: boolean): void {
  useEffect(() => {
    if (!isWanted || !('Notification' in window)) return;
    if (Notification.permission === 'default') void Notification.requestPermission();
  }, [isWanted]);
}
