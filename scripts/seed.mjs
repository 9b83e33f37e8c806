import './lib/node-version.mjs';
import { ensureBuilt } from './lib/ensure-built.mjs';
import { ensureInstalled } from './lib/ensure-installed.mjs';
import { serveApart } from './lib/serve-apart.mjs';

await ensureInstalled();
await ensureBuilt();

const { seedSize } = await import('../packages/server/dist/commands/seed-size.js');
await serveApart('./seed-data', () => seedSize(process.argv.slice(2)));
