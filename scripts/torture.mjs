import './lib/node-version.mjs';
import { ensureBuilt } from './lib/ensure-built.mjs';
import { ensureInstalled } from './lib/ensure-installed.mjs';
import { inRepo } from './lib/root.mjs';
import { run } from './lib/run.mjs';

await ensureInstalled({ forDevelopers: true });
await ensureBuilt();

const args = ['--import', 'tsx', inRepo('lab/torture/main.ts'), ...process.argv.slice(2)];
const { code } = await run(process.execPath, args, { show: true });
process.exitCode = code;
