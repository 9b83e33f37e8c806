import './lib/node-version.mjs';
import { ensureBuilt } from './lib/ensure-built.mjs';
import { ensureInstalled } from './lib/ensure-installed.mjs';
import { serveApart } from './lib/serve-apart.mjs';

await ensureInstalled();
await ensureBuilt();

const { seedDemo } = await import('../packages/server/dist/commands/seed-demo.js');
await serveApart('./demo-data', seedDemo);
