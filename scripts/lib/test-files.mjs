import { readdirSync, readFileSync } from 'node:fs';
import { inRepo } from './root.mjs';

// The tests of each part of `npm run test:all`. A test of the server that no list names is the gate's.

const server = 'packages/server/src';

/** Floods, hostile files and costs. */
export const attackTests = [
  `${server}/attacks/floods.test.ts`,
  `${server}/**/{hostile-metadata,hostile-pictures,search-costs}.test.ts`,
  'packages/media/src/hostile-recordings.test.ts',
  `${server}/http/bounded-log.test.ts`,
  `${server}/fuzz.test.ts`,
];

// Each proves a rule in a moment, with few processes that need not wait for each other.
const quickRedisTests = [
  'login-limits',
  'process-secret',
  'restricted-sessions',
  'search',
  'shared-queue',
  'shut-out',
  'three-processes',
  'thumbnails',
  'two-indexers',
  'two-processes',
];

/** Several processes, the Redis that joins them, and what they wait for. */
export const processTests = [
  `${server}/**/!(${quickRedisTests.join('|')}|killed-*).redis.test.ts`,
  `${server}/modules/search-index/late-messages.postgres.test.ts`,
];

/** Kills, outages, full disks. */
export const faultTests = [
  `${server}/**/{killed,killed-*}.test.ts`,
  `${server}/**/*outage*.test.ts`,
  `${server}/**/{few-descriptors,full-database,full-disk,heartbeat}.test.ts`,
  `${server}/refusing-database.postgres.test.ts`,
];

/**
 * Backups, moves and upgrades, beside what `deploy/test` installs. A migration and a compaction wait by PostgreSQL's own
 * timers, which faketime stops: their tests cannot run at other dates.
 */
export const installationTests = [
  `${server}/commands/{admin-on-running-server,backup-!(key),move*,compact.postgres}.test.ts`,
  `${server}/db/{migrate.postgres,older-*}.test.ts`,
];

/** Cases that are drawn at random. */
export const propertyTests = [`${server}/**/*.property.test.ts`];

// The gate has a few draws of these, the same in each run: no other test of the gate proves their rules.
const gatePropertyTests = ['candidates', 'receipts', 'what-is-kept'];

/** The server's tests on the embedded engine, whatever they are run for. */
export const serverOnEngineTests = [`${server}/**/*.embedded.test.ts`];

/** Ways of people, in Chromium, which no component of the page can prove. */
export const gateBrowserTests = [
  'e2e/first-day.spec.ts',
  'e2e/composer.spec.ts',
  'e2e/import-by-keyboard.spec.ts',
  'e2e/reconnection.spec.ts',
  'e2e/pushes.spec.ts',
  'e2e/administration/sizes.spec.ts',
  'e2e/browsers/absence.spec.ts',
  'e2e/browsers/chosen-files.spec.ts',
  'e2e/browsers/overlays.spec.ts',
  'e2e/page-files.spec.ts',
  'e2e/printing.spec.ts',
];

/** The deployment files themselves, and the alerts. */
export const gateDeploymentTests = ['deploy/test/files.test.ts', 'deploy/test/alerts.test.ts'];

// PostgreSQL answers these before anything piles up: the slower engine is what they are about.
export const floodTests = [`${server}/attacks/floods.test.ts`];

/**
 * Tests of routes, access, validation, texts and of anything made from rows run on PostgreSQL alone: no engine changes
 * their answers. The embedded engine is one thread with one session, which carries out one statement at a time, plans by
 * figures of its own, opens its files in the server's process, and dies with the server.
 */
export const engineCanDiffer = [
  ...floodTests,
  // Errors, transactions and migrations. Whether rows of each version stay is in the statements of the migrations.
  `${server}/db/!(older-data).test.ts`,
  `${server}/modules/system/full-database.test.ts`,
  // Plans, and the rows that they read.
  `${server}/hot-statements.test.ts`,
  `${server}/**/{audit-plans,hot-queries,index-plans,search-plans}.test.ts`,
  // Locks, and the order of calls that come at once.
  `${server}/modules/chat/send/{message-batcher,sends-at-once}.test.ts`,
  `${server}/modules/chat/scheduled/one-reference.test.ts`,
  `${server}/**/*.{races,outage}.test.ts`,
  `${server}/modules/chat/store/{direct-unread,insert-messages.queries}.test.ts`,
  `${server}/modules/search/search-load.test.ts`,
  // The comparison of letters.
  `${server}/modules/search/search-questions.test.ts`,
  // A crash in the middle, an end in order, and a process that may open no more files.
  `${server}/**/killed-*.test.ts`,
  `${server}/{app,few-descriptors}.test.ts`,
  // Much at once: whole companies in and out, and the removal of long histories.
  `${server}/commands/{admin*,backup,compact,interrupt}.test.ts`,
  'lab/company/seed-demo.test.ts',
  `${server}/modules/chat/retention/retention.test.ts`,
  `${server}/modules/search-index/indexing.test.ts`,
  ...propertyTests,
];

/**
 * The tests of a folder that draw cases.
 *
 * @param {string} folder
 */
const drawnTestsIn = (folder) =>
  readdirSync(inRepo(folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.test\.tsx?$/.test(file))
    .map((file) => `${folder}/${file.replaceAll('\\', '/')}`)
    .filter((file) => readFileSync(inRepo(file), 'utf8').includes("from 'fast-check'"));

/** Cases that the gate draws the same each time, and the part `engines` anew. */
export const drawnTests = ['packages/contract/src', 'packages/web/src'].flatMap(drawnTestsIn);

const notOfTheGate = [
  ...attackTests,
  ...processTests,
  ...faultTests,
  ...installationTests,
  `${server}/**/!(${gatePropertyTests.join('|')}).property.test.ts`,
];

/**
 * The server's tests of a part: what its run takes, and leaves out.
 *
 * @type {Record<string, { include?: string[], exclude?: string[] }>}
 */
export const serverParts = {
  gate: { exclude: notOfTheGate },
  attacks: { include: attackTests },
  processes: { include: processTests },
  engines: { include: engineCanDiffer },
  properties: {
    include: [...propertyTests, ...[server, 'packages/spanish/src'].flatMap(drawnTestsIn)],
    exclude: attackTests,
  },
  installations: { include: installationTests },
  faults: { include: faultTests },
};
