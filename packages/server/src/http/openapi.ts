import { errorEnvelopeSchema, paginationSchema, type Route } from '@chat/contract/route';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { type Authenticators, admitViewer } from './viewer.ts';

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
export function describeApi(routes: Route[], version: string) {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const route of routes) {
    const path = `/api${route.path.replace(/:(\w+)/g, '{$1}')}`;
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation(route) };
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

/** `/api/openapi.json`, for callers with a session. */
export function serveApiDescription(
  app: FastifyInstance,
  authenticators: Authenticators,
  routes: Route[],
  version: string,
): void {
  const document = describeApi(routes, version);
  app.get(
    '/api/openapi.json',
    {
      async onRequest(request) {
        await admitViewer(authenticators, request, 'session');
      },
    },
    () => document,
  );
}
