import { useCallback, useState } from 'react';

/** State of one thing out of several: for another key it begins anew, and late changes of the one before are ignored. */
export function useKeyedState<T>(key: string, begin: () => T): [T, (next: T) => void] {
  const [state, setState] = useState(() => ({ key, value: begin() }));
  const current = state.key === key ? state : { key, value: begin() };
  if (current !== state) setState(current);
  const setValue = useCallback(
    (value: T) => setState((before) => (before.key === key ? { key, value } : before)),
    [key],
  );
  return [current.value, setValue];
}
