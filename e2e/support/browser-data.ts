import type { Page } from '@playwright/test';

/** All data about people that the page has left in its browser; data of the browser itself does not count. */
export const keptOfPeople = (page: Page): Promise<string[]> =>
  page.evaluate(async (ofBrowser) => {
    const keys = Object.keys(localStorage).filter((key) => !ofBrowser.includes(key));
    const read = <Result>(request: IDBRequest<Result>) =>
      new Promise<Result>((settle, refuse) => {
        request.onsuccess = () => settle(request.result);
        request.onerror = () => refuse(request.error);
      });
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await read(indexedDB.open(name));
      for (const store of database.objectStoreNames) {
        const stored = await read(database.transaction(store).objectStore(store).getAllKeys());
        keys.push(...stored.map((key) => `${name}: ${key}`));
      }
      database.close();
    }
    return keys;
  }, OF_BROWSER);

const OF_BROWSER = [
  'chat.device',
  'chat.visitor',
  'chat.theme',
  'chat.sound',
  'chat.notifications',
  'chat.sessionEnd',
];
