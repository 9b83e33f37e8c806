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

await ensureInstalled({ forDevelopers: true });
await ensureBuilt();
useMemoryForTemporaryFiles();

process.exitCode = await runSteps([
  ['Types, lint, import rules, dead code', codeChecks],
  ['Weight of the first view', firstViews],
  [
    [
      ['Contract, page and script tests', () => vitest('contract', 'web', 'scripts')],
      ['Server tests on PostgreSQL', serverTestsOnPostgres],
      ['Server tests on the embedded engine', serverTestsOnEmbedded],
    ],
    // Much of these is waiting, for machines that boot and programs that end.
    [
      ['Installations, as the documents make them', deploymentTests],
      ['Faults while people write', shortTorture],
    ],
  ],
  // These two hold how soon somebody is served or back: nothing else may keep them waiting.
  ['What strangers cannot hold up', () => vitest('measured')],
  ['Faults in a cluster of three processes', shortTortureOfCluster],
  ['Browser tests', browserTests],
]);
