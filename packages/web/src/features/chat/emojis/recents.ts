import { type DBSchema, openDB } from 'idb';

interface Recents extends DBSchema {
  recents: { key: 'emojis'; value: string[] };
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

/** Without its database, as in some private windows, the picker works and remembers nothing. */
export async function listRecents(): Promise<string[]> {
  try {
    return (await (await recentsDatabase()).get('recents', 'emojis')) ?? [];
  } catch {
    return [];
  }
}

export async function rememberEmoji(emoji: string): Promise<void> {
  try {
    const { store, done } = (await recentsDatabase()).transaction('recents', 'readwrite');
    await store.put(withRecent((await store.get('emojis')) ?? [], emoji), 'emojis');
    await done;
  } catch (error) {
    console.warn('the emoji could not be remembered', error);
  }
}
