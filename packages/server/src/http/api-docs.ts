import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { errorEnvelopeSchema, paginationSchema, type Route } from '@chat/contract/route';
import type { FastifyInstance, onRequestHookHandler } from 'fastify';
import { z } from 'zod';
import { mapInTurns } from '../shared/event-loop.ts';
import { httpTexts } from '../shared/http.texts.ts';
import { servePublicly } from './public-files.ts';
import { type Authenticators, admitViewer } from './viewer.ts';

const BASE = '/api/docs';
const READER = join(
  dirname(createRequire(import.meta.url).resolve('@fastify/swagger-ui')),
  'static',
);
const READER_FILES = ['swagger-ui.css', 'swagger-ui-bundle.js', 'favicon-32x32.png'];

const html = `<!doctype html>
<html lang="es">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width">
    <title>${httpTexts.textDocument}</title>
    <link rel="icon" type="image/png" href="${BASE}/static/favicon-32x32.png">
    <link rel="stylesheet" href="${BASE}/static/swagger-ui.css">
    <link rel="stylesheet" href="${BASE}/page.css">
  </head>
  <body>
    <main>
      <div id="reader"></div>
      <p id="signed-out" hidden>${httpTexts.docsSignedOut} <a href="/auth/login">${httpTexts.docsSignIn}</a></p>
      <p id="failed" role="alert" hidden>${httpTexts.unexpected}</p>
    </main>
    <script src="${BASE}/static/swagger-ui-bundle.js"></script>
    <script src="${BASE}/page.js"></script>
  </body>
</html>
`;

const styles = `body { margin: 0; font-family: system-ui, sans-serif; background: #fff; color: #1f2328; }
main > p { margin: 20vh auto 0; padding: 0 1rem; max-width: 30rem; text-align: center; line-height: 1.5; }
main > p a { color: #0550ae; }
`;

// The page stores a sign-in under this key (rules/sessions 13).
const script = `const show = (id) => { document.getElementById(id).hidden = false; };
const storedToken = () => {
  try { return JSON.parse(localStorage.getItem('chat.login')).accessToken; } catch { return undefined; }
};
const authorization = 'Bearer ' + storedToken();
const requestInterceptor = (request) => {
  request.headers.authorization = authorization;
  return request;
};
const start = async () => {
  const answer = await fetch('/api/openapi.json', { headers: { authorization } });
  if (answer.status === 401) return show('signed-out');
  if (!answer.ok) return show('failed');
  const spec = await answer.json();
  SwaggerUIBundle({ spec, dom_id: '#reader', deepLinking: true, validatorUrl: null, requestInterceptor });
};
start().catch(() => show('failed'));
`;

/** `/api/docs`: shows the API's description to a user who is signed in in that browser. */
export function serveApiDocs(app: FastifyInstance, turns: onRequestHookHandler): void {
  const own: [path: string, type: string, content: string][] = [
    ['', 'text/html; charset=utf-8', html],
    ['/', 'text/html; charset=utf-8', html],
    ['/page.css', 'text/css; charset=utf-8', styles],
    ['/page.js', 'text/javascript; charset=utf-8', script],
  ];
  for (const [path, type, content] of own) {
    app.get(`${BASE}${path}`, (_, reply) => reply.type(type).send(content));
  }
  for (const name of READER_FILES) {
    servePublicly(app, `${BASE}/static/${name}`, turns, (_, reply) => reply.sendFile(name, READER));
  }
}

type Schema = z.core.JSONSchema.BaseSchema;

function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): Schema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    target: 'draft-2020-12',
  });
  return rest;
}

function parameters(schema: z.ZodObject | undefined, where: 'path' | 'query' | 'header') {
  if (!schema) return [];
  return Object.entries(schema.shape).map(([name, part]) => ({
    name,
    in: where,
    required: where === 'path',
    schema: jsonSchema(part, 'input'),
  }));
}

const answerOf = (description: string, schema: Schema) => ({
  description,
  content: { 'application/json': { schema } },
});

function bodyOf(route: Route) {
  if (!route.body) return {};
  const schema = jsonSchema(route.body, 'input');
  const form = route.multipart && { 'multipart/form-data': { schema } };
  const content = { 'application/json': { schema: withoutFiles(schema) }, ...form };
  return { requestBody: { required: true, content } };
}

const isFile = (field: Schema | boolean) => typeof field === 'object' && field.format === 'binary';

/** JSON carries none. */
function withoutFiles(schema: Schema): Schema {
  if (!schema.properties) return schema;
  const fields = Object.entries(schema.properties);
  const properties = Object.fromEntries(fields.filter(([, field]) => !isFile(field)));
  return { ...schema, properties };
}

function successOf(route: Route, status: number) {
  if (route.isFile) return { description: 'Success', content: { '*/*': {} } };
  const success = z.object({
    content: route.content,
    statusCode: z.literal(status),
    message: z.string(),
    pagination: paginationSchema,
  });
  return answerOf('Success', jsonSchema(success, 'output'));
}

function operation(route: Route) {
  const status = route.status ?? 200;
  return {
    operationId: route.name,
    summary: route.summary,
    description: `Access: ${route.access}`,
    tags: [route.path.split('/')[1]],
    security: route.access === 'public' ? [] : [{ session: [] }],
    parameters: [
      ...parameters(route.params, 'path'),
      ...parameters(route.query, 'query'),
      ...parameters(route.headers, 'header'),
    ],
    ...bodyOf(route),
    responses: {
      [status]: successOf(route, status),
      default: answerOf('Failure', { $ref: '#/components/schemas/Error' }),
    },
  };
}

/** The API's description, made from the very schemas that check the calls. */
async function describeApi(routes: Route[], version: string) {
  const paths: Record<string, Record<string, unknown>> = {};
  const operations = await mapInTurns(routes, (route) => ({ route, described: operation(route) }));
  for (const { route, described } of operations) {
    const path = `/api${route.path.replace(/:(\w+)/g, '{$1}')}`;
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: described };
  }
  return {
    openapi: '3.1.0' as const,
    info: { title: 'WEB CHAT', version },
    paths,
    components: {
      securitySchemes: { session: { type: 'http' as const, scheme: 'bearer' } },
      schemas: { Error: jsonSchema(errorEnvelopeSchema, 'output') },
    },
  };
}

/** `/api/openapi.json`, for callers with a session. Made when it is first asked for: few ever ask. */
export function serveApiDescription(
  app: FastifyInstance,
  authenticators: Authenticators,
  routes: Route[],
  version: string,
): void {
  let document: ReturnType<typeof describeApi> | undefined;
  app.get(
    '/api/openapi.json',
    {
      async onRequest(request) {
        await admitViewer(authenticators, request, { access: 'session' });
      },
    },
    () => {
      document ??= describeApi(routes, version);
      return document;
    },
  );
}
