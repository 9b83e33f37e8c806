import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import staticFiles from '@fastify/static';
import type { FastifyInstance } from 'fastify';

const BUILT_PAGE = fileURLToPath(new URL('../../../web/dist/', import.meta.url));

/** Serves the built page, compressed when it was built; its hashed assets never change, its entry is asked for anew every time. */
export async function servePage(app: FastifyInstance, root = BUILT_PAGE): Promise<void> {
  await app.register(staticFiles, {
    root: existsSync(root) ? root : fileURLToPath(new URL('.', import.meta.url)),
    serve: existsSync(root),
    wildcard: false,
    preCompressed: true,
    // Its own header would win over the one below.
    cacheControl: false,
    setHeaders(reply, path) {
      const isHashed = path.includes('/assets/');
      reply.setHeader(
        'cache-control',
        isHashed ? 'public, max-age=31536000, immutable' : 'no-cache',
      );
    },
  });
}
