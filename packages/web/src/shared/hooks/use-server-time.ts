import { useCallback, useSyncExternalStore } from 'react';
import { onServerClock, serverNow } from '../server-clock.ts';

/** What follows from the server's time, drawn anew once it is something else. */
export function useServerTime<Value extends string | boolean>(read: (now: number) => Value): Value {
  return useSyncExternalStore(
    onServerClock,
    useCallback(() => read(serverNow()), [read]),
  );
}
