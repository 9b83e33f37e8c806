import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import staticFiles from '@fastify/static';
import type { FastifyInstance } from 'fastify';

const EMOJI_IMAGES = 'assets/emojis/';
const BUILT_PAGE = fileURLToPath(new URL('../../../web/dist/', import.meta.url));

/** Serves the built page, compressed when it was built; its hashed assets never change, its entry is asked for anew every time. */
export async function servePage(app: FastifyInstance, root = BUILT_PAGE): Promise<void> {
  await serveEmojiImages(app, root);
  await app.register(staticFiles, {
    root: existsSync(root) ? root : fileURLToPath(new URL('.', import.meta.url)),
    serve: existsSync(root),
    wildcard: false,
    globIgnore: [`${EMOJI_IMAGES}**`],
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

/** By one route instead of one for each of their thousands; they never change either, and are compressed as they are. */
async function serveEmojiImages(app: FastifyInstance, page: string): Promise<void> {
  const root = join(page, EMOJI_IMAGES);
  if (!existsSync(root)) return;
  const serving = { prefix: `/${EMOJI_IMAGES}`, maxAge: '365d', immutable: true };
  await app.register(staticFiles, { root, decorateReply: false, ...serving });
}
