import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import type { FastifyInstance } from 'fastify';

// Long lists alone: small answers gain nothing, and secrets never share a compressed answer with texts of others.
const WORTH_BYTES = 8_192;
// As small as gzip at a fraction of the best quality's time.
const QUICK = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

export async function compressLongAnswers(app: FastifyInstance): Promise<void> {
  await app.register(compress, {
    threshold: WORTH_BYTES,
    encodings: ['br', 'gzip'],
    brotliOptions: QUICK,
  });
}
