import { type DBSchema, openDB } from 'idb';
import { readSession } from '../../../shared/session.ts';

interface Recents extends DBSchema {
  /** By the user whose they are. */
  recents: { key: string; value: string[] };
}

const MAX_RECENTS = 24;

/** The one just used comes first, and once (rules/emojis 3). */
export const withRecent = (recents: readonly string[], emoji: string): string[] =>
  [emoji, ...recents.filter((recent) => recent !== emoji)].slice(0, MAX_RECENTS);

const openRecents = () =>
  openDB<Recents>('EMJ', 3, {
    upgrade(database) {
      if (!database.objectStoreNames.contains('recents')) database.createObjectStore('recents');
    },
  });

let database: ReturnType<typeof openRecents> | undefined;
const recentsDatabase = () => {
  database ??= openRecents();
  return database;
};

const ownKey = () => readSession().user?.uuid ?? '';

/** Without its database, as in some private windows, the picker works and remembers nothing. */
export async function listRecents(): Promise<string[]> {
  try {
    return (await (await recentsDatabase()).get('recents', ownKey())) ?? [];
  } catch {
    return [];
  }
}

export async function rememberEmoji(emoji: string): Promise<void> {
  try {
    const key = ownKey();
    const { store, done } = (await recentsDatabase()).transaction('recents', 'readwrite');
    await store.put(withRecent((await store.get(key)) ?? [], emoji), key);
    await done;
  } catch (error) {
    console.warn('the emoji could not be remembered', error);
  }
}

/** Forgets the recent emojis of all users, or of all but one. */
export async function forgetRecents(stays: string | null): Promise<void> {
  try {
    const { store, done } = (await recentsDatabase()).transaction('recents', 'readwrite');
    for (const key of await store.getAllKeys()) if (key !== stays) await store.delete(key);
    await done;
  } catch {
    // Where there is no database, nothing is in it.
  }
}
