import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startApp, type TestApp } from '../test/build-app.ts';
import { createEnvironment, type Environment } from '../test/matrix/environment.ts';
import { type Attempt, attempts, payloads } from '../test/matrix/fuzz-inputs.ts';

/** FUZZ_INPUTS=100000 runs far more inputs by hand. */
const INPUTS = Number(process.env.FUZZ_INPUTS ?? 600);

let app: TestApp;
let environment: Environment;
// Requests may block the people, or make them confirm a notice: each test has its own.
beforeEach(async () => {
  app = await startApp();
  environment = await createEnvironment(app);
});
afterEach(() => app.close());

const INTERNALS =
  /node_modules|packages\/|\bat \w+ \(|PostgreSQL|pg_|syntax error|relation "|SELECT |errno/;

async function attempt({ route, caller, params, query, body, headers }: Attempt) {
  const path = route.path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent((params[name] ?? '').toWellFormed()),
  );
  const search = new URLSearchParams(
    query.map(([name, value]): [string, string] => [name, value.toWellFormed()]),
  );
  const client = caller === 'anonymous' ? app.client() : environment.people[caller];
  const isSent = body !== undefined;
  return client.request(route.method, `${path}?${search}`, body, isSent ? headers : {});
}

test('whatever is sent to any route, it is answered in an envelope, without a 5xx and without internals', {
  timeout: 60_000 + INPUTS * 40,
}, async () => {
  await fc.assert(
    fc.asyncProperty(attempts(app.app.routes, environment), async (input) => {
      const reply = await attempt(input);
      const answer = JSON.stringify({ ...reply, headers: undefined });
      expect(reply.status, answer).toBeLessThan(500);
      // A file comes as it is.
      if (input.route.isFile && reply.status < 400) return;
      expect(typeof reply.message).toBe('string');
      expect(reply).toMatchObject({ statusCode: reply.status });
      if (reply.status >= 400) expect(answer).not.toMatch(INTERNALS);
    }),
    { numRuns: INPUTS, endOnFailure: true },
  );
  const { status } = await app.client().request('GET', '/health');
  expect(status).toBe(200);
});

test('whatever is emitted, it is acknowledged and the socket stays', {
  timeout: 60_000 + INPUTS * 20,
}, async () => {
  const live = await environment.people.member.connect();
  const events = ['seen', 'delivered', 'typing', 'watch', 'unwatch', 'ping_server'] as const;
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...events), payloads(environment), async (event, payload) => {
      const answer = await live.emit(event, payload);
      expect(typeof answer.ok).toBe('boolean');
    }),
    { numRuns: INPUTS, endOnFailure: true },
  );
  expect(live.socket.connected).toBe(true);
  live.close();
});
