import type { Page } from '@playwright/test';

/** Once the server has answered the page's `register`: from then on it misses no event. Call before the page is loaded. */
export function whenRegistered(page: Page): Promise<void> {
  return new Promise((settle) => {
    const listen = (frame: string | Buffer) => {
      // The answer to the first question a socket asks, as Socket.IO writes it.
      if (frame.toString().includes('430[{"ok":true}]')) settle();
    };
    page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => listen(payload)));
    page.on('response', (response) => {
      // An answer may be gone before it is read, when the page moves on to a web socket.
      if (response.url().includes('/socket.io/')) response.text().then(listen, () => undefined);
    });
  });
}

/** Once what the page says and hears goes through a web socket that it is about to open. Call before it does. */
export function upgraded(page: Page): Promise<void> {
  return new Promise((settle) => {
    page.on('websocket', (socket) =>
      // As Engine.IO says that it has gone over.
      socket.on('framesent', ({ payload }) => payload === '5' && settle()),
    );
  });
}
