import './lib/node-version.mjs';
import { ensureBuilt } from './lib/ensure-built.mjs';
import { ensureInstalled } from './lib/ensure-installed.mjs';

await ensureInstalled();
await ensureBuilt();
const { backup } = await import('../packages/server/dist/commands/backup.js');
await backup(process.argv.slice(2));
