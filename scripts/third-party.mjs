import './lib/node-version.mjs';
import { writeFileSync } from 'node:fs';
import { ensureInstalled } from './lib/ensure-installed.mjs';
import { inRepo } from './lib/root.mjs';
import { describeThirdParties, THIRD_PARTY } from './lib/third-party.mjs';

// Lists the authors and licences of the packages in the product, as they are installed.
await ensureInstalled();
writeFileSync(inRepo(THIRD_PARTY), describeThirdParties());
console.log(THIRD_PARTY);
