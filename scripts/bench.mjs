import './lib/node-version.mjs';
import { ensureBuilt } from './lib/ensure-built.mjs';
import { ensureInstalled } from './lib/ensure-installed.mjs';
import { inRepo } from './lib/root.mjs';
import { run } from './lib/run.mjs';

await ensureInstalled({ forDevelopers: true });
await ensureBuilt();

const program = ['--conditions=source', '--import=tsx', inRepo('lab/bench/main.ts')];
const { code } = await run(process.execPath, [...program, ...process.argv.slice(2)], {
  show: true,
});
process.exitCode = code;
