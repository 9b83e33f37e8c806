import './lib/node-version.mjs';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureInstalled } from './lib/ensure-installed.mjs';
import { inRepo } from './lib/root.mjs';
import { describeParts } from './lib/sbom.mjs';
import { describeThirdParties, THIRD_PARTY } from './lib/third-party.mjs';

const help = `npm run sbom -- [folder]

Writes web-chat-VERSION.cdx.json, a CycloneDX list of all packages that a release holds, into the folder, by default
release/.

  --help`;

const { values, positionals } = parseArgs({
  options: {
    help: { type: 'boolean', short: 'h' },
    // `npm run third-party`: the list for people, with authors and licences, of the packages as they are installed.
    'third-party': { type: 'boolean' },
  },
  allowPositionals: true,
});

if (values.help) {
  console.log(help);
} else {
  await ensureInstalled();
  console.log(values['third-party'] ? writeThirdParties() : await writeParts());
}

function writeThirdParties() {
  writeFileSync(inRepo(THIRD_PARTY), describeThirdParties());
  return THIRD_PARTY;
}

async function writeParts() {
  const folder = resolve(positionals[0] ?? 'release');
  const { version, text } = await describeParts();
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `web-chat-${version}.cdx.json`);
  writeFileSync(file, text);
  return file;
}
