import './lib/node-version.mjs';
import { ensureBuilt } from './lib/ensure-built.mjs';
import { ensureInstalled } from './lib/ensure-installed.mjs';
import { importServer } from './lib/root.mjs';

await ensureInstalled();
await ensureBuilt();
const { backup } = await importServer('commands/backup.js');
await backup(process.argv.slice(2));
