import Fastify, {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  LogController,
} from 'fastify';
import { notFound } from '../shared/errors.ts';
import type { Addresses } from './addresses.ts';
import { longestUploadMs, readBodies } from './bodies.ts';
import { answerClientError } from './client-error.ts';
import { compressLongAnswers } from './compression.ts';
import { handleError } from './error-handler.ts';
import { takeTurns } from './file-turns.ts';
import type { Overload } from './overload.ts';
import { servePage } from './page.ts';
import { protectiveHeaders } from './protective-headers.ts';
import { noteRefusal, type Refusals } from './refusals.ts';
import { requestIds } from './request-ids.ts';

interface ServerOptions {
  logger: FastifyBaseLogger;
  addresses: Addresses;
  maxUploadBytes: number;
  /** Where browsers call over https, they are told to stay there. */
  isSecure: boolean;
  overload: Overload;
  refusals: Refusals;
}

// How late a connection may be cut whose head does not come; bodies have times of their own.
const LOOK_EVERY_MS = 1_000;

/** Fastify with our bodies, headers, envelopes for every failure, and the page for every path that is not the API's. */
export async function createHttpServer(options: ServerOptions): Promise<FastifyInstance> {
  const app: FastifyInstance = Fastify({
    loggerInstance: options.logger,
    trustProxy: options.addresses.trust,
    childLoggerFactory: (logger) => logger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: requestIds(options.addresses),
    requestTimeout: longestUploadMs(options.maxUploadBytes),
    http: { connectionsCheckingInterval: LOOK_EVERY_MS },
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    frameworkErrors: handleError,
    clientErrorHandler: answerClientError,
  });
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    handleError(error, request, reply);
    noteRefusal(options.refusals, request, { error, status: reply.statusCode });
  });
  const protective = protectiveHeaders(options.isSecure);
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(protective);
    done();
  });
  app.addHook('onSend', (request, reply, payload, done) => {
    reply.header('x-request-id', request.id);
    const keepsNothing = request.url.startsWith('/api/') && !request.routeOptions.config.isFile;
    if (keepsNothing || reply.statusCode >= 400) reply.header('cache-control', 'no-store');
    // While draining, a connection that stayed open for a next request would be waited for.
    if (!app.server.listening) reply.header('connection', 'close');
    // Encoded once: as a string it is gone through to be counted, and Node takes three times its length to write it.
    done(null, typeof payload === 'string' ? Buffer.from(payload) : payload);
  });
  options.overload.guard(app);
  await compressLongAnswers(app);
  await readBodies(app, options.maxUploadBytes);
  const sendEntry = await servePage(app, takeTurns(options.addresses));
  app.setNotFoundHandler((request, reply) => {
    const isPage = !/^\/(api|socket\.io)(\/|\?|$)/.test(request.url);
    if (sendEntry && isPage && (request.method === 'GET' || request.method === 'HEAD'))
      return sendEntry(request, reply);
    throw notFound();
  });
  return app;
}
