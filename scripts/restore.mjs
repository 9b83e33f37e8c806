import './lib/node-version.mjs';
import { ensureBuilt } from './lib/ensure-built.mjs';
import { ensureInstalled } from './lib/ensure-installed.mjs';

await ensureInstalled();
await ensureBuilt();
const { restore } = await import('../packages/server/dist/commands/restore.js');
await restore(process.argv.slice(2));
