import { textErrors } from '@chat/contract/checks';
import type {
  BodyOf,
  ContentOf,
  FieldErrors,
  HeadersOf,
  ParamsOf,
  QueryOf,
  Route,
} from '@chat/contract/route';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { AppError, notFound, wrongMediaType } from '../shared/errors.ts';
import { httpTexts } from '../shared/http.texts.ts';
import { Answer, type Download, EncodedAnswer, envelope, sendDownload } from './answer.ts';
import { type FileLimit, type FormReader, type Intake, STRANGER_LIMIT } from './bodies.ts';
import type { FairShare } from './guards/fair-share.ts';
import type { Unfinished } from './guards/unfinished.ts';
import {
  type Authenticators,
  admitReader,
  admitViewer,
  type Found,
  isStillAdmitted,
  type Viewer,
} from './viewer.ts';

type ViewerOf<R extends Route> = R['access'] extends 'public' ? undefined : Viewer;

/** A call that has been let in and whose every part has been checked. */
export interface Call<R extends Route> {
  viewer: ViewerOf<R>;
  params: ParamsOf<R>;
  query: QueryOf<R>;
  headers: HeadersOf<R>;
  body: BodyOf<R>;
  request: FastifyRequest;
}

type Result<R extends Route> = ContentOf<R> | Answer<ContentOf<R>> | EncodedAnswer;
type Handle<R extends Route, Given> = (call: Call<R>) => Promise<Given> | Given;
/** A call before its body is read. */
type Announced<R extends Route> = Pick<Call<R>, 'viewer' | 'params' | 'request'>;

declare module 'fastify' {
  interface FastifyRequest {
    viewer: Viewer | undefined;
    found: Found | undefined;
  }
  interface FastifyContextConfig {
    /** Answers with a file, which says itself how long it is kept. */
    isFile?: boolean;
  }
}

interface ServeOptions<R extends Route> {
  /** Throws where nobody may call it, whatever they say. */
  beforeBody?: () => void;
  /** Throws for callers who may not send a form there, before it is read. */
  beforeUpload?: (call: Announced<R>) => Promise<unknown>;
  /** The form's file has a limit of its own. */
  limit?: FileLimit;
  /** Watches the file of a form come in, by the fields that came before it. */
  openIntake?: (call: Announced<R>, fields: Record<string, unknown>) => Intake;
}

/** Time for the bodies of signed-in callers. */
interface BodyTimes {
  unfinished: Pick<Unfinished, 'admit'>;
  formMs: number;
  jsonMs: number;
}

export interface Router {
  /** Serves a contract route; `handle` sees only calls whose caller, parameters and body have passed. */
  serve<R extends Route>(route: R, handle: Handle<R, Result<R>>, options?: ServeOptions<R>): void;
  /** Serves a contract route that answers with a file; the cookie is taken there too. */
  serveFile<R extends Route>(route: R, handle: Handle<R, Download>): void;
  /** The routes that are served, for the API's description. */
  readonly routes: Route[];
}

const isForm = (request: FastifyRequest): boolean =>
  /^multipart\//i.test(request.headers['content-type'] ?? '');

const announcedCall = <R extends Route>(route: R, request: FastifyRequest): Announced<R> =>
  ({
    viewer: request.viewer,
    params: route.params && checkParams(route.params, request.params),
    request,
  }) as Announced<R>;

const checkedCall = <R extends Route>(route: R, request: FastifyRequest, body: unknown): Call<R> =>
  // One object at once: put together from two it costs every call a microsecond.
  ({
    viewer: request.viewer,
    params: route.params && checkParams(route.params, request.params),
    query: route.query && checkFields(route.query, request.query, 'query'),
    headers: route.headers && checkFields(route.headers, request.headers, 'headers'),
    body: route.body && checkFields(route.body, body, 'body'),
    request,
  }) as Call<R>;

const answerOf = <Content>(
  result: Content | Answer<Content> | EncodedAnswer,
): Answer<Content> | EncodedAnswer =>
  result instanceof Answer || result instanceof EncodedAnswer ? result : new Answer(result);

function sendEncoded({ bytes, encoding }: EncodedAnswer, reply: FastifyReply): Buffer {
  reply.type('application/json; charset=utf-8');
  if (encoding !== 'identity') {
    reply.headers({ 'content-encoding': encoding, vary: 'accept-encoding' });
  }
  return bytes;
}

async function answerCall<R extends Route>(
  route: R,
  handle: Handle<R, Result<R>>,
  call: Call<R>,
  reply: FastifyReply,
): Promise<unknown> {
  const answer = answerOf(await handle(call));
  if (answer instanceof EncodedAnswer) return sendEncoded(answer, reply);
  const status = answer.status ?? route.status ?? 200;
  reply.status(status).headers(answer.headers);
  return envelope(answer, status);
}

class ContractRouter implements Router {
  readonly routes: Route[] = [];
  readonly #app: FastifyInstance;
  readonly #authenticators: Authenticators;
  readonly #forms: FormReader;
  readonly #share: FairShare;
  readonly #bodyTimes: BodyTimes;

  constructor(
    app: FastifyInstance,
    authenticators: Authenticators,
    forms: FormReader,
    share: FairShare,
    bodyTimes: BodyTimes,
  ) {
    this.#app = app;
    this.#authenticators = authenticators;
    this.#forms = forms;
    this.#share = share;
    this.#bodyTimes = bodyTimes;
    app.decorateRequest('viewer', undefined);
    app.decorateRequest('found', undefined);
  }

  serve<R extends Route>(
    route: R,
    answering: Handle<R, Result<R>>,
    options: ServeOptions<R> = {},
  ): void {
    this.routes.push(route);
    const handle = route.method === 'GET' ? this.#inFairTurn(route, answering) : answering;
    this.#app.route({
      method: route.method,
      url: `/api${route.path}`,
      ...(route.access === 'public' && { bodyLimit: STRANGER_LIMIT }),
      onRequest: async (request, reply) => {
        await this.#admit(route, request);
        this.#enter(request, reply);
        options.beforeBody?.();
        if (!route.multipart && isForm(request)) throw wrongMediaType();
        if (request.viewer) this.#giveTime(request, request.viewer);
      },
      handler: (request, reply) => {
        if (isForm(request)) return this.#answerForm(route, handle, options, request, reply);
        const answer = () =>
          answerCall(route, handle, checkedCall(route, request, request.body), reply);
        return request.body === undefined
          ? answer()
          : this.#admitAgain(route, request).then(answer);
      },
    });
  }

  serveFile<R extends Route>(route: R, handle: Handle<R, Download>): void {
    this.routes.push(route);
    this.#app.route({
      method: route.method,
      url: `/api${route.path}`,
      compress: false,
      config: { isFile: true },
      onRequest: async (request, reply) => {
        // The cookie opens files that every signed-in user may ask for, where browsers send it, and no others.
        if (route.access === 'session' && route.path.startsWith('/files/')) {
          request.viewer = await admitReader(this.#authenticators, request);
        } else await this.#admit(route, request);
        this.#enter(request, reply);
      },
      handler: async (request, reply) =>
        sendDownload(request, reply, await handle(checkedCall(route, request, undefined))),
    });
  }

  async #admit(route: Route, request: FastifyRequest): Promise<void> {
    if (route.access === 'public') return;
    request.viewer = await admitViewer(this.#authenticators, request, route);
  }

  /** The session may have ended while the body came in, or the call waited for its turn (rules/sessions 22). */
  async #admitAgain(route: Route, request: FastifyRequest): Promise<void> {
    if (!(await isStillAdmitted(request))) await this.#admit(route, request);
  }

  #enter({ viewer, method }: FastifyRequest, { raw }: FastifyReply): void {
    if (viewer) this.#share.enter(viewer.id, { method, response: raw });
  }

  #inFairTurn<R extends Route>(route: R, handle: Handle<R, Result<R>>): Handle<R, Result<R>> {
    return (call) => {
      const { viewer, request } = call;
      if (!viewer) return handle(call);
      const answer = async () => {
        await this.#admitAgain(route, request);
        return answerOf(await handle({ ...call, viewer: request.viewer as ViewerOf<R> }));
      };
      return this.#share.read(viewer.id, answer, ({ rows }) => rows);
    };
  }

  /** The upload's time is for uploads alone. */
  #giveTime(request: FastifyRequest, { uuid }: Viewer): void {
    const { unfinished, formMs, jsonMs } = this.#bodyTimes;
    unfinished.admit(request.raw, uuid, isForm(request) ? formMs : jsonMs);
  }

  async #answerForm<R extends Route>(
    route: R,
    handle: Handle<R, Result<R>>,
    { beforeUpload, openIntake, limit }: ServeOptions<R>,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<unknown> {
    const announced = announcedCall(route, request);
    await beforeUpload?.(announced);
    const watching = openIntake && ((fields: object) => openIntake(announced, { ...fields }));
    const form = await this.#forms.read(request, watching, limit);
    try {
      // The session may have ended while the form came in (rules/sessions 22).
      await this.#admitAgain(route, request);
      return await answerCall(route, handle, checkedCall(route, request, form.fields), reply);
    } finally {
      await form.discard();
    }
  }
}

/** Turns contract routes into Fastify routes: access is checked before the body is read. */
export const createRouter = (
  app: FastifyInstance,
  authenticators: Authenticators,
  forms: FormReader,
  share: FairShare,
  bodyTimes: BodyTimes,
): Router => new ContractRouter(app, authenticators, forms, share, bodyTimes);

// Schemas carry their own Spanish texts; this one stands in where they have none.
z.config({ customError: () => textErrors.invalid });

function fieldErrors(error: z.ZodError, whole: string): FieldErrors {
  const errors: FieldErrors = {};
  for (const issue of error.issues) {
    const field = issue.path.length === 0 ? whole : String(issue.path[0]);
    errors[field] ??= [];
    if (!errors[field].includes(issue.message)) errors[field].push(issue.message);
  }
  return errors;
}

/** The checked value, or 422 with every wrong field and its texts. */
function checkFields<S extends z.ZodType>(
  schema: S,
  value: unknown,
  whole: 'body' | 'query' | 'headers',
): z.output<S> {
  // Some routes take null, which says something; a body that is not there never does.
  const isNullTaken = value === null && schema instanceof z.ZodNullable;
  const parsed = schema.safeParse(isNullTaken ? null : (value ?? {}));
  if (parsed.success) return parsed.data;
  const errors = fieldErrors(parsed.error, whole);
  const first = Object.values(errors)[0]?.[0];
  throw new AppError(422, first ?? httpTexts.wrongFields, errors);
}

/** Path parameters: one that is no uuid names nothing that exists (rules/api 5). */
function checkParams<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw notFound();
}
