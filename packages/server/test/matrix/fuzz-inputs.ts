import type { Route } from '@chat/contract/route';
import fc from 'fast-check';
import { z } from 'zod';
import { NOBODY } from '../wrong-values.ts';
import type { Environment } from './environment.ts';

/** A call that an attacker might try, mostly wrong, sometimes almost right. */
export interface Attempt {
  route: Route;
  caller: 'admin' | 'member' | 'anonymous';
  params: Record<string, string>;
  query: [name: string, value: string][];
  body: string | undefined;
  headers: Record<string, string>;
}

const nasty = fc.constantFrom(
  '',
  ' ',
  '\u0000',
  '\ud800',
  "'; drop table messages; --",
  '%',
  '_%\\',
  '{{7*7}}',
  '<script>alert(1)</script>',
  '../../etc/passwd',
  '__proto__',
  '1e400',
  '-1',
  '9007199254740993',
  '\r\nSet-Cookie: a=b',
  '‮ترس',
  '👩‍👩‍👧‍👦',
  '1970-01-01T00:00:00Z',
  'a'.repeat(10_001),
  '((((((((((a+)+)+)+)+)+)+)+)+)+)$',
);

const scalar = fc.oneof(
  nasty,
  fc.string({ unit: 'binary' }),
  fc.integer(),
  fc.double(),
  fc.boolean(),
  fc.constant(null),
);

const anyValue = fc.oneof(
  scalar,
  fc.array(scalar, { maxLength: 3 }),
  fc.jsonValue({ maxDepth: 3 }),
);

/** The names that a schema reads, and some that only a privileged caller would use. */
function namesOf(schema: z.ZodType | undefined): string[] {
  if (!schema) return [];
  const whole = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  // A body that may be null has its names in one of two parts.
  return [whole, ...(whole.anyOf ?? [])].flatMap((part) =>
    typeof part === 'object' ? Object.keys(part.properties ?? {}) : [],
  );
}

const PRIVILEGED = ['__proto__', 'constructor', 'isAdmin', 'role', 'senderId', 'id', 'uuid', 'seq'];

function bodies(route: Route, values: fc.Arbitrary<unknown>): fc.Arbitrary<string | undefined> {
  const names = fc.constantFrom(...namesOf(route.body), ...PRIVILEGED);
  const entries = fc.array(fc.tuple(names, values), { maxLength: 8 });
  // The JSON is built by hand, so that `__proto__` and duplicate names are really sent.
  const fields = entries.map(
    (pairs) =>
      `{${pairs.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value) ?? 'null'}`).join(',')}}`,
  );
  const broken = fc.constantFrom('', '{', '[]', 'null', '"', '{"a":', '[[[[', '{"a":1e999}');
  return fc.oneof(
    { weight: 8, arbitrary: fields },
    { weight: 1, arbitrary: fc.json({ maxDepth: 4 }) },
    { weight: 1, arbitrary: broken },
    { weight: 1, arbitrary: fc.constant(undefined) },
  );
}

const contentTypes = fc.constantFrom(
  'application/json',
  'application/json; charset=utf-16',
  'text/plain',
  'multipart/form-data',
  'multipart/form-data; boundary=x',
  'application/x-www-form-urlencoded',
);

/** Every uuid of the scene, so that an attempt sometimes names an existing object. */
const knownIds = (environment: Environment): string[] => [
  environment.ventas.uuid,
  environment.groupChat,
  environment.directChat,
  environment.personalChat,
  environment.inGroup,
  environment.inDirect,
  environment.inPersonal,
  NOBODY,
];

// Success of these calls would end the callers' own sessions and with them the test.
const ENDING = new Set(['logout', 'changeOwnPassword']);

/** Attempts at every served route, built from the route's own schemas. */
export function attempts(
  routes: readonly Route[],
  environment: Environment,
): fc.Arbitrary<Attempt> {
  const ids = fc.constantFrom(...knownIds(environment));
  const pathId = fc.oneof({ weight: 3, arbitrary: ids }, { weight: 1, arbitrary: nasty });
  const values = fc.oneof(
    { weight: 3, arbitrary: anyValue },
    { weight: 1, arbitrary: ids },
    { weight: 1, arbitrary: fc.array(ids, { maxLength: 3 }) },
    { weight: 1, arbitrary: fc.constantFrom('TEXT', 'IMAGE', 'Hola', 'ana@empresa.local', '👍') },
  );
  return fc.constantFrom(...routes.filter(({ name }) => !ENDING.has(name))).chain((route) => {
    const params = route.path.match(/(?<=:)\w+/g) ?? [];
    const query = fc.constantFrom(...namesOf(route.query), 'page', 'a[b]');
    return fc.record({
      route: fc.constant(route),
      caller: fc.constantFrom('admin' as const, 'member' as const, 'anonymous' as const),
      params: fc.record(Object.fromEntries(params.map((name) => [name, pathId]))),
      query: fc.array(fc.tuple(query, fc.oneof(nasty, fc.string())), { maxLength: 3 }),
      body: route.method === 'GET' ? fc.constant(undefined) : bodies(route, values),
      headers: fc.oneof(
        { weight: 6, arbitrary: fc.constant({ 'content-type': 'application/json' }) },
        { weight: 1, arbitrary: fc.record({ 'content-type': contentTypes }) },
      ),
    });
  });
}

/** Payloads of signals, as wrong as the bodies, sent over a socket. */
export const payloads = (environment: Environment): fc.Arbitrary<unknown> =>
  fc.oneof(
    anyValue,
    fc.dictionary(
      fc.constantFrom('chatId', 'upToSeq', 'accessToken', 'userId', '__proto__'),
      fc.oneof(anyValue, fc.constantFrom(...knownIds(environment))),
    ),
  );
