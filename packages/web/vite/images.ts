import { createReadStream, existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import type { Plugin } from 'vite';

/** Where the emojis' images lie; the version keeps what browsers hold for good true when they change. */
export const EMOJI_IMAGES = '/assets/emojis/16.0.0';

const packageFile = createRequire(import.meta.url).resolve('emoji-datasource-google/package.json');
const images = join(dirname(packageFile), 'img/google/64');

/** The page asks nobody else for the images of its emojis: the build leads to them. */
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
      // A link: to copy the thousands takes a quarter of the build.
      const link = join(outDir, EMOJI_IMAGES);
      mkdirSync(dirname(link), { recursive: true });
      symlinkSync(relative(dirname(link), images), link);
    },
  };
}

const SOURCE = fileURLToPath(new URL('../public/icon.svg', import.meta.url));

/** The icon drawn as the pictures that an installed application needs; the repository keeps the drawing alone. */
export function icons(): Plugin {
  return {
    name: 'icons',
    apply: 'build',
    async generateBundle() {
      const drawing = readFileSync(SOURCE, 'utf8');
      const filled = withoutCorners(drawing);
      const pictures = [
        { fileName: 'icons/icon-192.png', svg: drawing, size: 192 },
        { fileName: 'icons/icon-512.png', svg: drawing, size: 512 },
        { fileName: 'icons/maskable-512.png', svg: filled, size: 512 },
        { fileName: 'icons/apple-180.png', svg: filled, size: 180 },
      ];
      for (const { fileName, svg, size } of pictures) {
        const source = await sharp(Buffer.from(svg), { density: 72 * (size / 32) })
          .resize(size, size)
          .png({ compressionLevel: 9 })
          .toBuffer();
        this.emitFile({ type: 'asset', fileName, source });
      }
    },
  };
}

/** Systems cut such an icon as they like: its ground goes to the edges, and the drawing stays within the safe circle. */
function withoutCorners(drawing: string): string {
  const ground = /<rect[^>]*fill="([^"]+)"/.exec(drawing)?.[1];
  const inner = drawing.replace(/^<svg[^>]*>|<\/svg>\s*$/g, '');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-4 -4 40 40"><rect x="-4" y="-4" width="40" height="40" fill="${ground}"/>${inner}</svg>`;
}
