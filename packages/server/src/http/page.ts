import { existsSync, readdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import staticFiles from '@fastify/static';
import type { FastifyInstance, onRequestHookHandler } from 'fastify';
import { type FileSender, fileSender, type PublicFile, serveFiles } from './files-in-memory.ts';

const EMOJI_IMAGES = 'assets/emojis/';
const BUILT_PAGE = fileURLToPath(new URL('../../../web/dist/', import.meta.url));
const ENCODINGS = { br: '.br', gzip: '.gz' };

/** Its hashed assets never change, its entry is asked for anew every time. */
function publicFile(root: string, name: string, names: Set<string>): PublicFile {
  const isHashed = name.startsWith('assets/');
  const compressed = Object.entries(ENCODINGS).flatMap(([encoding, ending]) =>
    names.has(`${name}${ending}`) ? [[encoding, join(root, `${name}${ending}`)]] : [],
  );
  return {
    path: join(root, name),
    cacheControl: isHashed ? 'public, max-age=31536000, immutable' : 'no-cache',
    compressed: Object.fromEntries(compressed),
  };
}

function filesOf(root: string): Map<string, PublicFile> {
  const entries = readdirSync(root, { recursive: true, withFileTypes: true });
  const paths = entries.flatMap((entry) =>
    entry.isFile() && !entry.name.startsWith('.') ? [join(entry.parentPath, entry.name)] : [],
  );
  const names = new Set(
    paths.map((path) => path.slice(join(root, '/').length).replaceAll('\\', '/')),
  );
  const served = [...names].filter(
    (name) => !name.startsWith(EMOJI_IMAGES) && !/\.(br|gz)$/.test(name),
  );
  return new Map(served.map((name) => [`/${name}`, publicFile(root, name, names)]));
}

/** Serves the built page, compressed when it was built. Gives what answers with its entry, where there is a page. */
export async function servePage(
  app: FastifyInstance,
  turns: onRequestHookHandler,
  folder = BUILT_PAGE,
): Promise<FileSender | undefined> {
  if (!existsSync(folder)) return undefined;
  // A newer build puts the link elsewhere; this process goes on with its own.
  const root = realpathSync(folder);
  await serveEmojiImages(app, turns, root);
  const files = filesOf(root);
  const entry = files.get('/index.html');
  if (entry) files.set('/', entry);
  serveFiles(app, files, turns);
  return entry && fileSender(entry);
}

/** By one route instead of one for each of their thousands; they never change either, and are compressed as they are. */
async function serveEmojiImages(
  app: FastifyInstance,
  turns: onRequestHookHandler,
  page: string,
): Promise<void> {
  const root = join(page, EMOJI_IMAGES);
  if (!existsSync(root)) return;
  const serving = { prefix: `/${EMOJI_IMAGES}`, maxAge: '365d', immutable: true };
  await app.register(async (images) => {
    images.addHook('onRequest', turns);
    await images.register(staticFiles, { root, decorateReply: false, ...serving });
  });
}
