import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const TEXT = /\.(js|css|html|svg|json|webmanifest)$/;
// Below this a compressed answer is no smaller on the wire.
const WORTH_BYTES = 1024;

/** Lays `.br` and `.gz` beside every text file of the folder: compressed once here, never while serving. */
export function precompress(folder) {
  const files = readdirSync(folder, { recursive: true }).filter((name) => TEXT.test(name));
  for (const file of files.map((name) => join(folder, name))) {
    const content = readFileSync(file);
    if (content.length < WORTH_BYTES) continue;
    const params = { [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
    writeFileSync(`${file}.br`, brotliCompressSync(content, { params }));
    writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }));
  }
}
