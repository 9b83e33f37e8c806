import './lib/node-version.mjs';
import { ensureBuilt } from './lib/ensure-built.mjs';
import { ensureInstalled } from './lib/ensure-installed.mjs';
import { importServer } from './lib/root.mjs';
import { serveApart } from './lib/serve-apart.mjs';

await ensureInstalled();
await ensureBuilt();

const { seedDemo } = await importServer('company/seed-demo.js');
await serveApart('./demo-data', seedDemo);
