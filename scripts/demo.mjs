import './lib/node-version.mjs';
import { ensureBuilt } from './lib/ensure-built.mjs';
import { ensureInstalled } from './lib/ensure-installed.mjs';

await ensureInstalled();
await ensureBuilt();

// Only a database named for this very call is filled, never the one a `.env` keeps for real work.
if (!process.env.DATABASE_URL) {
  process.env.DATABASE_URL = '';
  process.env.DATA_DIR = './demo-data';
}
// Whoever looks around comes from a browser nobody could have approved.
process.env.DEVICE_APPROVAL ??= 'off';
const { seedDemo } = await import('../packages/server/dist/commands/seed-demo.js');
await seedDemo();
await import('../packages/server/dist/main.js');
