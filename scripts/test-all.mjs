import './lib/node-version.mjs';
import { ensureBuilt } from './lib/ensure-built.mjs';
import { ensureInstalled } from './lib/ensure-installed.mjs';
import { shareMovedClock } from './lib/moved-clock.mjs';
import { listParts, outcomesNow, printTable, runPart } from './lib/run-part.mjs';
import { useMemoryForTemporaryFiles } from './lib/temporary-files.mjs';
import { datedSteps, parts } from './lib/test-parts.mjs';
import { exitCodeOf, printTotals, runSteps } from './lib/totals.mjs';

const args = process.argv.slice(2);
const named = args.filter((arg) => !arg.startsWith('--'));
const all = Object.keys(parts);

const help = `npm run test:all -- [--list] [--failed] [--continue] [PART …]
Parts: ${all.join(' ')}
--list      tells what each part is, needs and takes
--failed    runs the parts that failed last
--continue  leaves out the parts that have passed on this commit`;

if (args.includes('--help')) {
  console.log(help);
} else if (args.includes('--list')) {
  listParts();
} else if (named[0] === 'under-this-date') {
  shareMovedClock();
  useMemoryForTemporaryFiles();
  const outcomes = await runSteps(datedSteps);
  printTotals(outcomes);
  process.exitCode = exitCodeOf(outcomes);
} else {
  const unknown = named.find((name) => !parts[name]);
  if (unknown) {
    console.error(`${unknown} is no part.\n${help}`);
    process.exitCode = 1;
  } else await runAll(named.length > 0 ? named : all);
}

/** @param {string[]} chosen */
async function runAll(chosen) {
  await ensureInstalled({ forDevelopers: true });
  await ensureBuilt();
  useMemoryForTemporaryFiles();
  const before = await outcomesNow();
  for (const name of chosen) {
    if (args.includes('--failed') && before[name]?.failed === 0) continue;
    if (args.includes('--continue') && before[name]?.isDone) continue;
    console.log(`\n${name}: ${parts[name]?.about}`);
    await runPart(name);
  }
  process.exitCode = printTable(await outcomesNow(), chosen);
}
