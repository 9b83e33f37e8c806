import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const TEXT = /\.(js|css|html|svg|json|webmanifest)$/;
// Below this a compressed answer is no smaller on the wire.
const WORTH_BYTES = 1024;

/**
 * Lays `.br` and `.gz` beside every text file of the folder: compressed once here, never while serving.
 *
 * @param {string} folder
 */
export function precompress(folder) {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  for (const file of names.filter((name) => TEXT.test(name)).map((name) => join(folder, name))) {
    const content = readFileSync(file);
    if (content.length < WORTH_BYTES) continue;
    const params = { [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
    writeFileSync(`${file}.br`, brotliCompressSync(content, { params }));
    writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }));
  }
}
