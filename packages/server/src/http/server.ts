import { randomUUID } from 'node:crypto';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import helmet from 'helmet';
import type { TrustedProxies } from '../config/trusted-proxies.ts';
import { readBodies } from './bodies.ts';
import { answerClientError } from './client-error.ts';
import { compressLongAnswers } from './compression.ts';
import { handleError } from './error-handler.ts';
import { notFound } from './errors.ts';
import type { Overload } from './overload.ts';
import { servePage } from './page.ts';

interface ServerOptions {
  logger: FastifyBaseLogger;
  trustProxy: TrustedProxies;
  maxUploadBytes: number;
  /** Where browsers call over https, they are told to stay there. */
  isSecure: boolean;
  overload: Overload;
}

const REQUEST_TIMEOUT_MS = 60_000;
// The slowest line on which a file of the largest size still arrives.
const SLOWEST_BYTES_A_SECOND = 32_768;

const requestTimeoutFor = (maxUploadBytes: number): number =>
  REQUEST_TIMEOUT_MS + Math.ceil((maxUploadBytes / SLOWEST_BYTES_A_SECOND) * 1_000);

// With `1` only the nearest proxy is believed: what stands further left in the header was written by the caller.
const proxiesToBelieve = (trusted: TrustedProxies) =>
  trusted === true ? (_address: string, hop: number) => hop === 0 : trusted;

/** Fastify with our bodies, headers, envelopes for every failure, and the page for every path that is not the API's. */
export async function createHttpServer(options: ServerOptions): Promise<FastifyInstance> {
  const app: FastifyInstance = Fastify({
    loggerInstance: options.logger,
    trustProxy: proxiesToBelieve(options.trustProxy),
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    requestTimeout: requestTimeoutFor(options.maxUploadBytes),
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    frameworkErrors: handleError,
    clientErrorHandler: answerClientError,
  });
  app.setErrorHandler(handleError);
  // Made once: the plugin for Fastify puts the policy's text together anew for every request.
  const protect = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        objectSrc: ["'none'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        mediaSrc: ["'self'", 'blob:'],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        // The socket of the page's own address included.
        connectSrc: ["'self'"],
      },
    },
    strictTransportSecurity: options.isSecure,
    crossOriginOpenerPolicy: options.isSecure,
  });
  app.addHook('onRequest', (request, reply, done) =>
    protect(request.raw, reply.raw, (error) => done(error as Error | undefined)),
  );
  app.addHook('onSend', async (request, reply) => {
    reply.header('x-request-id', request.id);
    const keepsNothing = request.url.startsWith('/api/') && !request.routeOptions.config.isFile;
    if (keepsNothing || reply.statusCode >= 400) reply.header('cache-control', 'no-store');
    // While draining, a connection that stayed open for a next request would be waited for.
    if (!app.server.listening) reply.header('connection', 'close');
  });
  options.overload.guard(app);
  await compressLongAnswers(app);
  await readBodies(app, options.maxUploadBytes);
  await servePage(app);
  app.setNotFoundHandler((request, reply) => {
    const isPage = !/^\/(api|socket\.io)(\/|\?|$)/.test(request.url);
    if (isPage && (request.method === 'GET' || request.method === 'HEAD'))
      return reply.sendFile('index.html');
    throw notFound();
  });
  return app;
}
