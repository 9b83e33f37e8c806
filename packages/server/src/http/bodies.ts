import multipart from '@fastify/multipart';
import type { FastifyInstance } from 'fastify';

const JSON_LIMIT = 1024 * 1024;
/** The largest body or packet of a caller without a session, in bytes. */
export const STRANGER_LIMIT = 100 * 1024;

/** Time for the body of a signed-in caller, unless it is a file. */
export const JSON_MS = 15_000;
const UPLOAD_MS = 60_000;
// The slowest line on which a file of the largest size still arrives.
const SLOWEST_BYTES_A_SECOND = 32_768;

/** How long they may take to send a file. */
export const longestUploadMs = (maxUploadBytes: number): number =>
  UPLOAD_MS + Math.ceil((maxUploadBytes / SLOWEST_BYTES_A_SECOND) * 1_000);

/** Reads JSON bodies (an empty one is no body) and lets multipart forms through to the form reader; anything else is 415. */
export async function readBodies(app: FastifyInstance, maxUploadBytes: number): Promise<void> {
  const parseJson = app.getDefaultJsonParser('remove', 'remove');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'string', bodyLimit: JSON_LIMIT },
    (request, body: string, done) => {
      if (body === '') done(null, undefined);
      else void parseJson(request, body, done);
    },
  );
  await app.register(multipart, {
    limits: { fieldSize: JSON_LIMIT, fields: 20, files: 1, fileSize: maxUploadBytes, parts: 22 },
  });
}
