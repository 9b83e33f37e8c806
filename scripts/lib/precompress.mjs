import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const [brotli, gz] = [promisify(brotliCompress), promisify(gzip)];

const TEXT = /\.(js|css|html|svg|json|webmanifest)$/;
// Below this a compressed answer is no smaller on the wire.
const WORTH_BYTES = 1024;

/**
 * Lays `.br` and `.gz` beside every text file of the folder: compressed once here, never while serving.
 *
 * @param {string} folder
 */
export async function precompress(folder) {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const files = names.filter((name) => TEXT.test(name)).map((name) => join(folder, name));
  await Promise.all(files.map(compress));
}

/** @param {string} file */
async function compress(file) {
  const content = readFileSync(file);
  if (content.length < WORTH_BYTES) return;
  const params = { [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
  writeFileSync(`${file}.br`, await brotli(content, { params }));
  writeFileSync(`${file}.gz`, await gz(content, { level: 9 }));
}
