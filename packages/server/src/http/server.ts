import { randomUUID } from 'node:crypto';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  LogController,
} from 'fastify';
import helmet from 'helmet';
import { notFound } from '../shared/errors.ts';
import type { Addresses } from './addresses.ts';
import { compressLongAnswers } from './answer.ts';
import { longestUploadMs, readBodies } from './bodies.ts';
import { type BoundedLog, noteRefusal, type Refusals } from './bounded-log.ts';
import { answerClientError, createErrorHandler } from './error-handler.ts';
import type { Overload } from './guards/overload.ts';
import { registerStaticFiles, servePage, throttleByAddress } from './public-files.ts';

interface ServerOptions {
  logger: FastifyBaseLogger;
  addresses: Addresses;
  maxUploadBytes: number;
  /** Where browsers call over https, they are told to stay there. */
  isSecure: boolean;
  overload: Overload;
  boundedLog: BoundedLog;
  refusals: Refusals;
}

// How late a connection may be cut whose head does not come; bodies have times of their own.
const LOOK_EVERY_MS = 1_000;

/** Fastify with our bodies, headers, envelopes for every failure, and the page for every path that is not the API's. */
export async function createHttpServer(options: ServerOptions): Promise<FastifyInstance> {
  const handleError = createErrorHandler(options.boundedLog);
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
  // Before a body is read: an address that is not there does not care for its kind.
  app.addHook('onRequest', (request, _reply, done) => {
    done(request.is404 && isOfApi(request) ? notFound() : undefined);
  });
  options.overload.guard(app);
  await compressLongAnswers(app);
  await readBodies(app, options.maxUploadBytes);
  await registerStaticFiles(app);
  const sendEntry = servePage(app, throttleByAddress(options.addresses));
  app.setNotFoundHandler((request, reply) => {
    if (sendEntry && !isOfApi(request) && (request.method === 'GET' || request.method === 'HEAD'))
      return sendEntry(request, reply);
    throw notFound();
  });
  return app;
}

const isOfApi = ({ url }: { url: string }) => /^\/(api|socket\.io)(\/|\?|$)/.test(url);

// As proxies make them: a uuid, nginx's 32 digits, 'Root=1-67891233-…'. Several in one request come with commas.
const ID = /^[\w.:=+/@-]{8,128}$/;

/**
 * A request's name in answers and in the log: the one that a trusted proxy gave it, else one of our own (rules/api 21).
 */
function requestIds({ isProxy }: Addresses): (request: IncomingMessage) => string {
  return ({ headers, socket }) => {
    const given = headers['x-request-id'];
    if (typeof given !== 'string' || !ID.test(given)) return randomUUID();
    return isProxy(socket.remoteAddress ?? '') ? given : randomUUID();
  };
}

/** Voice messages take the microphone, of the page alone (rules/voice 8); nothing here needs the others. */
const DEVICES = 'microphone=(self), camera=(), geolocation=(), payment=(), usb=(), serial=()';

const policies = (isSecure: boolean) =>
  helmet({
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
    strictTransportSecurity: isSecure,
    crossOriginOpenerPolicy: isSecure,
  });

/**
 * The protective headers of every answer. All answers have one set of them, made once: to set each of
 * them anew took a fifth of a small answer's time.
 *
 * @param isSecure browsers call over https, and are told to stay there
 */
function protectiveHeaders(isSecure: boolean): Record<string, string> {
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  policies(isSecure)(request, response, (error) => {
    if (error) throw error;
  });
  const made = Object.entries(response.getHeaders()).map(([name, value]) => [name, String(value)]);
  return { ...Object.fromEntries(made), 'permissions-policy': DEVICES };
}
