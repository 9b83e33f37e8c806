/** Stores a text over reloads, or forgets it. A full or forbidden store must not stop what the user is doing. */
export function persist(key: string, text: string | null): void {
  try {
    if (text === null) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
  } catch (error) {
    console.warn('nothing more can be kept in this browser', error);
  }
}

export const persistedKeys = (prefix: string): string[] =>
  Object.keys(localStorage).filter((key) => key.startsWith(prefix));
