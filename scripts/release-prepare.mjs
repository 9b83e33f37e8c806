import './lib/node-version.mjs';
import { inRepo } from './lib/root.mjs';
import { setVersion } from './lib/version.mjs';

// `npm run release:prepare -- 1.2.3`: to commit and to tag is for who releases it.
const [version = ''] = process.argv.slice(2);
try {
  setVersion(inRepo(), version);
  console.log(`The version is ${version} everywhere. When all tests pass:
  git commit -am "Release ${version}"
  git tag -a v${version} -m "${version}"`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
