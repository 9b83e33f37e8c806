import './lib/node-version.mjs';
import { ensureBuilt } from './lib/ensure-built.mjs';
import { ensureInstalled } from './lib/ensure-installed.mjs';
import { inRepo } from './lib/root.mjs';

await ensureInstalled();
await ensureBuilt();
const { dumpSchema } = await import('../packages/server/dist/commands/dump-schema.js');
await dumpSchema(inRepo('packages/server/schema.sql'));
