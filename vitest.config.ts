import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

// The contract is read from its sources, so that no test ever sees an old build of it.
const fromSource = {
  resolve: { conditions: ['source'] },
  ssr: { resolve: { conditions: ['source'] } },
};

// The embedded engine's own tests say nothing about a PostgreSQL server, so they run once only.
const engineTests = 'packages/embedded-postgres/src/**/*.test.ts';
// The server's tests on the embedded engine.
const serverOnEngineTests = 'packages/server/src/**/*.embedded.test.ts';

// These measure how soon others are served: nothing else may keep the machine busy.
const measuredTests = 'packages/server/src/**/*.measured.test.ts';

// These need a PostgreSQL server, one that may be stopped or one beside the embedded engine; run where the other tests
// have one as well.
const serverTests = [
  'packages/server/src/db/outage.test.ts',
  'packages/server/src/**/*.postgres.test.ts',
];
// These start several servers on it, and a Redis that joins them.
const redisTests = ['packages/server/src/**/*.redis.test.ts'];
// PostgreSQL answers the floods of these before anything piles up: the slower engine is what they are about.
const floodTests = ['packages/server/src/attacks/floods.test.ts'];
// Where there is a PostgreSQL server, tests of routes, access, validation, texts and of anything made from rows run on
// it alone: no engine changes their answers. The embedded engine is one thread with one session, which carries out one
// statement at a time, plans by figures of its own, opens its files in the server's process, and dies with the server.
const engineCanDiffer = [
  ...floodTests,
  // Errors, transactions and migrations. Whether rows of each version stay is in the statements of the migrations.
  'packages/server/src/db/!(older-data).test.ts',
  'packages/server/src/modules/system/full-database.test.ts',
  // Plans, and the rows that they read.
  'packages/server/src/hot-statements.test.ts',
  'packages/server/src/**/{hot-queries,index-plans,search-plans}.test.ts',
  // Locks, and the order of calls that come at once.
  'packages/server/src/modules/chat/send/{refused-batches,sends-at-once}.test.ts',
  'packages/server/src/modules/chat/scheduled/one-reference.test.ts',
  'packages/server/src/**/*.{races,outage}.test.ts',
  'packages/server/src/modules/chat/store/{direct-unread,insert-messages.queries}.test.ts',
  'packages/server/src/modules/search/search-load.test.ts',
  // The comparison of letters.
  'packages/server/src/modules/search/search-questions.test.ts',
  // A crash in the middle, an end in order, and a process that may open no more files.
  'packages/server/src/**/killed-*.test.ts',
  'packages/server/src/{app,few-descriptors}.test.ts',
  // Much at once: whole companies in and out, and the removal of long histories.
  'packages/server/src/commands/{admin*,backup,dump-schema,interrupt,seed-demo}.test.ts',
  'packages/server/src/modules/chat/retention/retention.test.ts',
  'packages/server/src/modules/search-index/indexing.test.ts',
  // Cases that nobody thought of.
  'packages/server/src/**/*.property.test.ts',
];
const { TEST_DATABASE_URL, TEST_ON_POSTGRES_TOO, TEST_WITHOUT_REDIS } = process.env;
const notHere = [
  serverOnEngineTests,
  measuredTests,
  ...(TEST_DATABASE_URL ? floodTests : serverTests),
  ...(TEST_DATABASE_URL && !TEST_WITHOUT_REDIS ? [] : redisTests),
];

// Stand-ins for parts that cost much and give the same each time: thousands of passwords, and databases made anew.
// Other tests prove the real parts.
const inPlaceOf = (find: RegExp, module: string) => ({
  find,
  replacement: fileURLToPath(new URL(`packages/server/test/${module}`, import.meta.url)),
});
const quickly = [
  inPlaceOf(/^\.\/password-cost\.ts$/, 'password-cost.ts'),
  inPlaceOf(/^\.\/create-cluster\.ts$/, 'laid-cluster.ts'),
];

// How soon something comes is measured elsewhere: a test waits as long as a busy machine may need.
const patiently = { poll: { timeout: 10_000 } };

const server = {
  include: ['packages/server/src/**/*.test.ts'],
  expect: patiently,
  globalSetup: ['packages/server/test/embedded-template.ts'],
  pool: 'forks' as const,
  testTimeout: 30_000,
  hookTimeout: 60_000,
};

const deployment = {
  include: ['deploy/test/**/*.test.ts'],
  globalSetup: ['deploy/test/shared-releases.ts'],
  expect: patiently,
  testTimeout: 30_000,
  hookTimeout: 60_000,
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
        test: { name: 'contract', include: ['packages/contract/src/**/*.test.ts'] },
      },
      {
        ...fromSource,
        // Loaded once a worker: the server keeps no state outside what each test file builds.
        test: {
          ...server,
          name: 'server',
          ...(TEST_ON_POSTGRES_TOO && { include: engineCanDiffer }),
          // Many wait there for another process, or for a time to pass.
          maxWorkers: TEST_DATABASE_URL ? 3 : 2,
          exclude: notHere,
          isolate: false,
          alias: quickly,
        },
      },
      {
        ...fromSource,
        test: {
          ...server,
          name: 'engine',
          include: [engineTests, serverOnEngineTests],
          globalSetup: ['packages/embedded-postgres/test/templates.ts'],
        },
      },
      {
        ...fromSource,
        // After all others, one file at a time.
        test: {
          ...server,
          name: 'measured',
          include: [measuredTests],
          sequence: { groupOrder: 1 },
          maxWorkers: 1,
          isolate: false,
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
