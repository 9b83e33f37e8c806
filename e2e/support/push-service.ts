import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { makeBrowserKeys } from '../../scripts/lib/browser-keys.mjs';
import { freePort } from '../../scripts/lib/free-port.mjs';
import { makeCertificate } from '../../scripts/lib/make-certificate.mjs';
import type { Pushed } from './pushes.ts';

/** The push service of one browser, which no test can reach at a browser's maker. */
export interface PushService {
  /** The certificate of its authority, for `NODE_EXTRA_CA_CERTS`. */
  certificate: string;
  /** A new browser's subscription; from now on its pushes are taken. */
  subscribe(): { endpoint: string; keys: { p256dh: string; auth: string } };
  /** Waits for that many pushes to the last browser; decrypted, as browsers do. */
  expectCount(count: number): Promise<Pushed[]>;
  stop(): Promise<void>;
}

export async function startPushService(): Promise<PushService> {
  const folder = await mkdtemp(join(tmpdir(), 'push-service-'));
  const { certificate, key } = await makeCertificate(folder);
  let browser = makeBrowserKeys();
  let path = '';
  let count = 0;
  let pushes: Pushed[] = [];
  const files = { cert: await readFile(certificate), key: await readFile(key) };
  const server = createServer(files, async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const isKnown = request.url === path;
    if (isKnown) pushes.push(JSON.parse(browser.decrypt(Buffer.concat(chunks))));
    response.writeHead(isKnown ? 201 : 404).end();
  });
  const port = await freePort();
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    certificate,
    subscribe() {
      browser = makeBrowserKeys();
      count += 1;
      path = `/browsers/${count}`;
      pushes = [];
      return { endpoint: `https://localhost:${port}${path}`, keys: browser.keys };
    },
    async expectCount(wanted) {
      await expect.poll(() => pushes.length).toBeGreaterThanOrEqual(wanted);
      return pushes;
    },
    async stop() {
      server.closeAllConnections();
      server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
