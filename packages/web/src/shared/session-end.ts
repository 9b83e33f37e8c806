import { create } from 'zustand';
import { persist, readKept } from './persist.ts';

const KEY = 'chat.sessionEnd';

/** Why the last session ended, unless its user ended it; kept until the next one begins, for all tabs. */
export const useSessionEnd = create<{ why: string | null }>(() => ({
  why: readKept(KEY),
}));

export function persistSessionEnd(why: string | null): void {
  persist(KEY, why);
  useSessionEnd.setState({ why });
}

window.addEventListener('storage', ({ key, newValue }) => {
  if (key === KEY) useSessionEnd.setState({ why: newValue });
});
