import './lib/node-version.mjs';
import { ensureBuilt } from './lib/ensure-built.mjs';
import { ensureInstalled } from './lib/ensure-installed.mjs';
import { firstViews } from './lib/first-view.mjs';
import { useMemoryForTemporaryFiles } from './lib/temporary-files.mjs';
import {
  browserTests,
  codeChecks,
  deploymentTests,
  serverTestsOnEmbedded,
  serverTestsOnPostgres,
  shortTorture,
  shortTortureOfCluster,
  vitest,
} from './lib/test-steps.mjs';
import { runSteps } from './lib/totals.mjs';

await ensureInstalled();
await ensureBuilt();
useMemoryForTemporaryFiles();

process.exitCode = await runSteps([
  ['Types, lint, import rules, dead code', codeChecks],
  ['Weight of the first view', firstViews],
  ['Contract, page and script tests', () => vitest('contract', 'web', 'scripts')],
  ['Server tests on the embedded engine', serverTestsOnEmbedded],
  ['What strangers cannot hold up', () => vitest('measured')],
  ['Server tests on PostgreSQL', serverTestsOnPostgres],
  ['Installations, as the documents make them', deploymentTests],
  ['Faults while people write', shortTorture],
  // Holds how soon everybody is back, in seconds: nothing else may keep them waiting.
  ['Faults in a cluster of three processes', shortTortureOfCluster],
  ['Browser tests', browserTests],
]);
