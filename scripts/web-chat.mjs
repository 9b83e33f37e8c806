import './lib/node-version.mjs';
import { ensureBuilt } from './lib/ensure-built.mjs';
import { ensureInstalled } from './lib/ensure-installed.mjs';
import { importServer } from './lib/root.mjs';

// `bin/web-chat` in a checkout.
await ensureInstalled();
await ensureBuilt();
await importServer('commands/web-chat.js');
