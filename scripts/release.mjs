import './lib/node-version.mjs';
import { ensureBuilt } from './lib/ensure-built.mjs';
import { ensureInstalled } from './lib/ensure-installed.mjs';

await ensureInstalled();
await ensureBuilt();
// The module needs a library, and this file is read before any is installed.
const { makeRelease } = await import('./lib/release.mjs');
const { file, megabytes, unpacked } = await makeRelease();
console.log(`${file} (${megabytes} MB, unpacked ${unpacked} MB)`);
