import './lib/node-version.mjs';
import { ensureBuilt } from './lib/ensure-built.mjs';
import { ensureInstalled } from './lib/ensure-installed.mjs';

await ensureInstalled();
await ensureBuilt();

if (!process.env.DATABASE_URL) process.env.DATA_DIR = './demo-data';
const { seedDemo } = await import('../packages/server/dist/commands/seed-demo.js');
await seedDemo();
await import('../packages/server/dist/main.js');
