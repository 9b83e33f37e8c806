import './lib/node-version.mjs';
import { ensureBuilt } from './lib/ensure-built.mjs';
import { ensureInstalled } from './lib/ensure-installed.mjs';

await ensureInstalled({ forDevelopers: true });
await ensureBuilt();

// In this very process: a Ctrl+C must wait until everything has ended.
const { register } = await import('tsx/esm/api');
register();
await import('../lab/cluster/main.ts');
