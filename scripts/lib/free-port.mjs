import { createServer } from 'node:net';

/**
 * One that nobody listens at now.
 *
 * @returns {Promise<number>}
 */
export function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      if (address === null || typeof address === 'string') throw new Error('It has no port');
      probe.close(() => resolve(address.port));
    });
  });
}
