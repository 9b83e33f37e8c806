import './lib/node-version.mjs';
import { ensureBuilt } from './lib/ensure-built.mjs';
import { ensureInstalled } from './lib/ensure-installed.mjs';
import { importServer, inRepo } from './lib/root.mjs';

await ensureInstalled();
await ensureBuilt();
const { dumpSchema } = await importServer('commands/dump-schema.js');
await dumpSchema(inRepo('packages/server/schema.sql'));
