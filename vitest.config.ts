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
// Tests whose subject no database touches run once as well.
const testsOfNoDatabase = [
  'packages/server/src/{config,metrics,security,shared}/**/*.test.ts',
  'packages/server/src/http/!(bad-input|envelopes).test.ts',
  'packages/server/src/attacks/{floods,hostile-pictures}.test.ts',
  'packages/server/src/**/{bmp-images,drawings,file-kinds,hostile-recordings,login-limits,thumbnails,undecodable-images}.test.ts',
];
// The embedded engine carries out one statement at a time, for one session, and is its own server process: here that
// can make a difference. All other tests say the same on both, and run on PostgreSQL alone where there is one: they ask
// for nothing but statements that are proved on both here, by their plans and by the properties.
const engineCanDiffer = [
  'packages/server/src/*.test.ts',
  'packages/server/src/{commands,db}/**/*.test.ts',
  'packages/server/src/modules/{search,search-index}/**/*.test.ts',
  'packages/server/src/modules/chat/{receipts,retention,send,store}/**/*.test.ts',
  'packages/server/src/**/*.property.test.ts',
];
const { TEST_DATABASE_URL, TEST_ON_POSTGRES_TOO, TEST_WITHOUT_REDIS } = process.env;
const notHere = [
  serverOnEngineTests,
  measuredTests,
  ...(TEST_DATABASE_URL ? testsOfNoDatabase : serverTests),
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
  expect: patiently,
  testTimeout: 30_000,
  hookTimeout: 60_000,
};
const withoutProxies = process.env.TEST_WITHOUT_PROXIES ? ['deploy/test/proxies.test.ts'] : [];
const withoutPromtool = process.env.TEST_WITHOUT_PROMTOOL ? ['deploy/test/alerts.test.ts'] : [];

export default defineConfig({
  test: {
    maxWorkers: 2,
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
          ...(TEST_ON_POSTGRES_TOO && { include: [...engineCanDiffer, ...testsOfNoDatabase] }),
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
