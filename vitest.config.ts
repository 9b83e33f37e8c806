import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { floodTests, serverOnEngineTests, serverParts } from './scripts/lib/test-files.mjs';

// The contract is read from its sources, so that no test ever sees an old build of it.
const fromSource = {
  resolve: { conditions: ['source'] },
  ssr: { resolve: { conditions: ['source'] } },
};

// The embedded engine's own tests say nothing about a PostgreSQL server, so they run once only.
const engineTests = 'packages/embedded-postgres/src/**/*.test.ts';

// These need a PostgreSQL server, one that may be stopped or one beside the embedded engine; run where the other tests
// have one as well.
const serverTests = [
  'packages/server/src/db/outage.test.ts',
  'packages/server/src/**/*.postgres.test.ts',
];
// These start several servers on it, and a Redis that joins them.
const redisTests = ['packages/server/src/**/*.redis.test.ts'];

// `npm test` and `npm run test:all` name the part that runs; without a part all tests are there to be chosen from.
const { TEST_DATABASE_URL, TEST_PART, TEST_WITHOUT_REDIS } = process.env;
const part = TEST_PART ? serverParts[TEST_PART] : undefined;
if (TEST_PART && !part) throw new Error(`TEST_PART=${TEST_PART} is none of a part's names.`);
const notHere = [
  ...serverOnEngineTests,
  ...(TEST_DATABASE_URL ? floodTests : serverTests),
  ...(TEST_DATABASE_URL && !TEST_WITHOUT_REDIS ? [] : redisTests),
  ...(part?.exclude ?? []),
];
// The gate has the engine's own tests, and not the server's on the engine.
const onEngine = TEST_PART === 'gate' ? [] : serverOnEngineTests;

// Stand-ins for parts that cost much and give the same each time: thousands of passwords, and databases made anew.
// Other tests prove the real parts.
const inPlaceOf = (find: RegExp, module: string) => ({
  find,
  replacement: fileURLToPath(new URL(`packages/server/test/${module}`, import.meta.url)),
});
const quickly = [inPlaceOf(/^\.\/password-cost\.ts$/, 'password-cost.ts')];

const setupFiles = TEST_PART === 'gate' ? ['packages/server/test/fixed-draws.ts'] : [];

// How soon something comes is measured elsewhere: a test waits as long as a busy machine may need.
const patiently = { poll: { timeout: 60_000 } };

const server = {
  // With the packages that only the server uses.
  include: ['packages/{server,media,spanish}/src/**/*.test.ts', 'lab/company/*.test.ts'],
  expect: patiently,
  globalSetup: ['packages/server/test/embedded-template.ts'],
  pool: 'forks' as const,
  testTimeout: 120_000,
  hookTimeout: 120_000,
};

const deployment = {
  include: ['deploy/test/**/*.test.ts'],
  globalSetup: ['deploy/test/shared-releases.ts'],
  expect: patiently,
  testTimeout: 120_000,
  hookTimeout: 120_000,
};
const withoutProxies = process.env.TEST_WITHOUT_PROXIES ? ['deploy/test/proxies.test.ts'] : [];
const withoutPromtool = process.env.TEST_WITHOUT_PROMTOOL ? ['deploy/test/alerts.test.ts'] : [];

export default defineConfig({
  test: {
    maxWorkers: 2,
    // Tests that run at once wait, each for a server of its own.
    maxConcurrency: 16,
    projects: [
      {
        ...fromSource,
        test: { name: 'contract', include: ['packages/contract/src/**/*.test.ts'], setupFiles },
      },
      {
        ...fromSource,
        // Loaded once a worker: the server keeps no state outside what each test file builds.
        test: {
          ...server,
          name: 'server',
          ...(part?.include && { include: part.include }),
          // Many wait there for another process, or for a time to pass.
          maxWorkers: TEST_DATABASE_URL ? 3 : 2,
          exclude: notHere,
          isolate: false,
          alias: quickly,
          setupFiles,
        },
      },
      {
        ...fromSource,
        test: {
          ...server,
          name: 'engine',
          include: [engineTests, ...onEngine],
          globalSetup: ['packages/embedded-postgres/test/templates.ts'],
        },
      },
      'packages/web/vitest.config.ts',
      {
        ...fromSource,
        test: { ...deployment, name: 'deploy', exclude: [...withoutProxies, ...withoutPromtool] },
      },
      { test: { name: 'scripts', include: ['scripts/**/*.test.mjs'], testTimeout: 30_000 } },
    ],
  },
});
