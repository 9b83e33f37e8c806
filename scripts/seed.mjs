import './lib/node-version.mjs';
import { ensureBuilt } from './lib/ensure-built.mjs';
import { ensureInstalled } from './lib/ensure-installed.mjs';
import { importServer } from './lib/root.mjs';
import { serveApart } from './lib/serve-apart.mjs';

await ensureInstalled();
await ensureBuilt();

const { seedSize } = await importServer('company/seed-size.js');
await serveApart('./seed-data', () => seedSize(process.argv.slice(2)));
