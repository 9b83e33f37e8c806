import './lib/node-version.mjs';
import { writeFileSync } from 'node:fs';
import { ensureInstalled } from './lib/ensure-installed.mjs';
import { inRepo } from './lib/root.mjs';
import { describeThirdParties, THIRD_PARTY } from './lib/third-party.mjs';

// Whose work the product holds, and under which licences, from what is installed.
await ensureInstalled();
writeFileSync(inRepo(THIRD_PARTY), describeThirdParties());
console.log(THIRD_PARTY);
