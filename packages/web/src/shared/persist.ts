export const LOGIN_KEY = 'chat.login';

/** Why the browser keeps nothing, or not all, of what the page gives it. */
type StorageTrouble = 'blocked' | 'full';

/** Null where the browser forbids the page to keep anything: there the getter itself throws, or gives nothing. */
const storage = openStorage();

/** The values that the browser did not store: this tab alone knows them, for as long as it is open. */
const unkept = new Map<string, string>();
const troubleListeners = new Set<() => void>();

function openStorage(): Storage | null {
  try {
    const { localStorage } = window;
    localStorage.getItem('chat.login');
    return localStorage;
  } catch {
    return null;
  }
}

/** Reads what an earlier page, another tab or this one has kept. */
export function readKept(key: string): string | null {
  return unkept.get(key) ?? fromStorage((kept) => kept.getItem(key)) ?? null;
}

/** Keeps a text over reloads, or forgets it. If storage is full or forbidden, the text lasts as long as the tab. */
export function persist(key: string, text: string | null): void {
  unkept.delete(key);
  if (text === null) fromStorage((kept) => kept.removeItem(key));
  else if (!store(key, text)) unkept.set(key, text);
  for (const listener of troubleListeners) listener();
}

export function persistedKeys(prefix: string): string[] {
  const keys = fromStorage((kept) => Object.keys(kept)) ?? [];
  return [...new Set([...keys, ...unkept.keys()])].filter((key) => key.startsWith(prefix));
}

function store(key: string, text: string): boolean {
  if (!storage) return false;
  try {
    storage.setItem(key, text);
    return true;
  } catch (error) {
    console.warn('nothing more can be kept in this browser', error);
    return false;
  }
}

/** Undefined where the browser forbids it, maybe since the page was opened. */
function fromStorage<Result>(work: (kept: Storage) => Result): Result | undefined {
  try {
    return storage ? work(storage) : undefined;
  } catch {
    return undefined;
  }
}

/** Undefined while everything that the page wants to keep is kept. */
export function storageTrouble(): StorageTrouble | undefined {
  if (!storage) return 'blocked';
  return unkept.size > 0 ? 'full' : undefined;
}

export function onStorageTrouble(listener: () => void): () => void {
  troubleListeners.add(listener);
  return () => troubleListeners.delete(listener);
}

// Another tab has kept something newer under that name.
window.addEventListener('storage', ({ key }) => {
  if (key === null) unkept.clear();
  else unkept.delete(key);
});
