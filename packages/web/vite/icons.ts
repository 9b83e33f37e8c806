import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import type { Plugin } from 'vite';

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
