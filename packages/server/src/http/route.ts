import type {
  BodyOf,
  ContentOf,
  ParamsOf,
  QueryOf,
  Route,
} from '@chat/contract/shared/define-route';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Answer, envelope } from './answer.ts';
import { wrongMediaType } from './errors.ts';
import { readForm } from './forms.ts';
import { checkFields, checkParams } from './validate.ts';
import { type Authenticate, admitViewer, type Viewer } from './viewer.ts';

type ViewerOf<R extends Route> = R['access'] extends 'public' ? undefined : Viewer;

/** A call that has been let in and whose every part has been checked. */
export interface Call<R extends Route> {
  viewer: ViewerOf<R>;
  params: ParamsOf<R>;
  query: QueryOf<R>;
  body: BodyOf<R>;
  request: FastifyRequest;
}

type Result<R extends Route> = ContentOf<R> | Answer<ContentOf<R>>;

declare module 'fastify' {
  interface FastifyRequest {
    viewer: Viewer | undefined;
  }
}

export interface Router {
  /** Serves a contract route; `handle` sees only calls whose caller, parameters and body have passed. */
  serve<R extends Route>(route: R, handle: (call: Call<R>) => Promise<Result<R>> | Result<R>): void;
  /** What has been served, for the API's description. */
  readonly routes: Route[];
}

async function answerCall<R extends Route>(
  route: R,
  handle: (call: Call<R>) => Promise<Result<R>> | Result<R>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const call = {
    viewer: request.viewer,
    params: route.params && checkParams(route.params, request.params),
    query: route.query && checkFields(route.query, request.query, 'query'),
    body: route.body && checkFields(route.body, request.body, 'body'),
    request,
  } as Call<R>;
  const result = await handle(call);
  const answer = result instanceof Answer ? result : new Answer(result);
  const status = answer.status ?? route.status ?? 200;
  reply.status(status);
  return envelope(answer, status);
}

const isForm = (request: FastifyRequest): boolean =>
  /^multipart\//i.test(request.headers['content-type'] ?? '');

/** Turns contract routes into Fastify routes: who may call is asked before the body is read. */
export function createRouter(app: FastifyInstance, authenticate: Authenticate): Router {
  app.decorateRequest('viewer', undefined);
  const routes: Route[] = [];
  return {
    routes,
    serve(route, handle) {
      routes.push(route);
      const { access } = route;
      app.route({
        method: route.method,
        url: `/api${route.path}`,
        async onRequest(request) {
          if (access !== 'public')
            request.viewer = await admitViewer(authenticate, request, access);
          if (!route.multipart && isForm(request)) throw wrongMediaType();
        },
        async preValidation(request) {
          if (route.multipart && isForm(request)) request.body = await readForm(request);
        },
        handler: (request, reply) => answerCall(route, handle, request, reply),
      });
    },
  };
}
