import './lib/node-version.mjs';
import { ensureBuilt } from './lib/ensure-built.mjs';
import { ensureInstalled } from './lib/ensure-installed.mjs';

await ensureInstalled();
await ensureBuilt();
const { admin } = await import('../packages/server/dist/commands/admin.js');
await admin(process.argv.slice(2));
