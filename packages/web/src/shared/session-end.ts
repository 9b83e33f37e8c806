import { create } from 'zustand';
import { keep } from './keep.ts';

const KEY = 'chat.sessionEnd';

/** Why the last session ended, unless its user ended it; kept until the next one begins, for all tabs. */
export const useSessionEnd = create<{ why: string | null }>(() => ({
  why: localStorage.getItem(KEY),
}));

export function keepSessionEnd(why: string | null): void {
  keep(KEY, why);
  useSessionEnd.setState({ why });
}

window.addEventListener('storage', ({ key, newValue }) => {
  if (key === KEY) useSessionEnd.setState({ why: newValue });
});
