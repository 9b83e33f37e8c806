import multipart from '@fastify/multipart';
import type { FastifyInstance } from 'fastify';

const JSON_LIMIT = 1024 * 1024;

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
