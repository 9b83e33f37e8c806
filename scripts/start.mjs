import './lib/node-version.mjs';
import { beginBuild } from './lib/ensure-built.mjs';
import { ensureInstalled } from './lib/ensure-installed.mjs';
import { importServer } from './lib/root.mjs';

// From a fresh clone to a running server (rules/installation 1).
await ensureInstalled();
const { pageBuilt } = await beginBuild();
const { start } = await importServer('start.js');
await start(pageBuilt);
