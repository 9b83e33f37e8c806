import type { Page } from '@playwright/test';

/** Waits for the server's answer to `register`: from then on the page misses no event. Call before the page loads. */
export function whenRegistered(page: Page): Promise<void> {
  return new Promise((settle) => {
    const listen = (frame: string | Buffer) => {
      // The answer to a socket's first question, in Socket.IO's encoding.
      if (frame.toString().includes('430[{"ok":true}]')) settle();
    };
    page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => listen(payload)));
    page.on('response', (response) => {
      // The answer may be gone before the test reads it, when the page moves on to a web socket.
      if (response.url().includes('/socket.io/')) response.text().then(listen, () => undefined);
    });
  });
}

/** Waits until the page sends and receives by a web socket. Call before the page opens the web socket. */
export function upgraded(page: Page): Promise<void> {
  return new Promise((settle) => {
    page.on('websocket', (socket) =>
      // Engine.IO's sign that the upgrade is complete.
      socket.on('framesent', ({ payload }) => payload === '5' && settle()),
    );
  });
}
