import './lib/node-version.mjs';
import { ensureBuilt } from './lib/ensure-built.mjs';
import { ensureInstalled } from './lib/ensure-installed.mjs';
import { importServer } from './lib/root.mjs';

await ensureInstalled();
await ensureBuilt();
const { run } = await importServer('commands/run.js');
await run('restore', process.argv.slice(2));
