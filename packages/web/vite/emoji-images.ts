import { copyFileSync, createReadStream, existsSync, mkdirSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';
import { EMOJI_IMAGES } from '../src/shared/emoji-images.ts';

const packageFile = createRequire(import.meta.url).resolve('emoji-datasource-google/package.json');
const images = join(dirname(packageFile), 'img/google/64');

/** The page asks nobody else for the images of its emojis: they are built into it. */
export function emojiImages(): Plugin {
  let outDir = '';
  return {
    name: 'emoji-images',
    configResolved: (config) => {
      outDir = join(config.root, config.build.outDir);
    },
    configureServer: ({ middlewares }) => {
      middlewares.use(EMOJI_IMAGES, (request, response, next) => {
        const name = /^\/[\da-f-]+\.png$/.exec(request.url ?? '')?.[0];
        const file = name && join(images, name);
        if (!file || !existsSync(file)) return next();
        response.setHeader('content-type', 'image/png');
        createReadStream(file).pipe(response);
      });
    },
    writeBundle() {
      const into = join(outDir, EMOJI_IMAGES);
      mkdirSync(into, { recursive: true });
      // One by one: `cpSync` asks the disk five times about each of the thousands.
      for (const name of readdirSync(images)) copyFileSync(join(images, name), join(into, name));
    },
  };
}
