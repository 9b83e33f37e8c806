import './lib/node-version.mjs';
import { ensureBuilt } from './lib/ensure-built.mjs';
import { ensureInstalled } from './lib/ensure-installed.mjs';
import { shareMovedClock } from './lib/moved-clock.mjs';
import { runPart } from './lib/run-part.mjs';
import { useMemoryForTemporaryFiles } from './lib/temporary-files.mjs';
import { testClone } from './lib/test-clone.mjs';

// The gate. `npm test -- --clone` carries it out in a fresh clone of HEAD.
if (process.argv.includes('--clone')) {
  process.exitCode = await testClone();
} else {
  shareMovedClock();
  const begun = Date.now();
  await ensureInstalled({ forDevelopers: true });
  await ensureBuilt();
  useMemoryForTemporaryFiles();
  process.exitCode = await runPart('gate', begun);
}
