import './lib/node-version.mjs';
import { ensureBuilt } from './lib/ensure-built.mjs';
import { ensureInstalled } from './lib/ensure-installed.mjs';
import { inRepo } from './lib/root.mjs';
import { setVersion } from './lib/version.mjs';

/** `npm run release:prepare -- 1.2.3`: to commit and to tag is for who releases it. */
function prepare(version = '') {
  try {
    setVersion(inRepo(), version);
    console.log(`The version is ${version} everywhere. When all tests pass:
  git commit -am "Release ${version}"
  git tag -a v${version} -m "${version}"`);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}

/** `npm run release`: the archive of the version as it is. */
async function pack() {
  await ensureInstalled();
  await ensureBuilt();
  // The module needs a library, and this file is read before any is installed.
  const { makeRelease } = await import('./lib/release.mjs');
  const { file, megabytes, unpacked } = await makeRelease();
  console.log(`${file} (${megabytes} MB, unpacked ${unpacked} MB)`);
}

const [step, version] = process.argv.slice(2);
if (step === 'prepare') prepare(version);
else await pack();
