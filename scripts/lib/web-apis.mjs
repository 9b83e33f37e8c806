import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import table from '@mdn/browser-compat-data/forLegacyNode';
import { inRepo } from './root.mjs';
import { runTool } from './run.mjs';

/**
 * @typedef {import('@mdn/browser-compat-data').Identifier} Feature
 * @typedef {import('@mdn/browser-compat-data').BrowserName} Browser
 */

const require = createRequire(import.meta.url);
/**
 * @type {{ chrome: string, edge: string, firefox: string, safari: string }} The oldest version of each browser that the
 * page is built for.
 */
const desktop = JSON.parse(readFileSync(inRepo('packages/web/browsers.json'), 'utf8'));
const oldest = Object.entries({
  ...desktop,
  // A phone's browser has the version of its desktop.
  chrome_android: desktop.chrome,
  safari_ios: desktop.safari,
});

/** A member of an interface, or a global with what it is made by. */
const DECLARED = /^(?: {4}(?:readonly |get |set )?(\w+)[?(<:]|declare var (\w+))/;
const DOCUMENTED = /\(https:\/\/developer\.mozilla\.org\/docs\/Web\/API\/([\w/]+)\)/;

/**
 * Compiles the page with a DOM that ends where the oldest of its browsers do: each newer API is an unknown name.
 * `planted` is compiled with it.
 *
 * @param {string} [planted]
 */
export async function compileForOldestBrowsers(planted = '') {
  const folder = inRepo('packages/web/.cache', planted ? 'planted-apis' : 'apis');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'dom.d.ts'), withoutNewApis(readDomTypes()));
  writeFileSync(join(folder, 'planted.ts'), `${planted}\nexport {};\n`);
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(settings));
  return runTool('typescript/bin/tsc', ['-p', folder, '--pretty', 'false']);
}

const settings = {
  extends: '../../tsconfig.json',
  compilerOptions: {
    // The contract also uses `isWellFormed` of the year after, which all of them have.
    lib: ['es2023', 'es2024.string'],
    composite: false,
    noEmit: true,
    // A second run compiles what has changed.
    incremental: true,
    tsBuildInfoFile: 'page.tsbuildinfo',
    emitDeclarationOnly: false,
    declaration: false,
    rootDir: '../../../..',
  },
  include: ['../../src', 'dom.d.ts', 'planted.ts'],
  exclude: ['../../src/test', '../../src/**/*.test.ts', '../../src/**/*.test.tsx'],
  references: [],
};

/** The compiler's own, which lie in a package of its platform. */
function readDomTypes() {
  const { platform, arch } = process;
  const compiler = createRequire(require.resolve('typescript/package.json'));
  const ofPlatform = compiler.resolve(`@typescript/typescript-${platform}-${arch}/package.json`);
  return readFileSync(join(dirname(ofPlatform), 'lib/lib.dom.d.ts'), 'utf8');
}

/**
 * Every member names its documentation, and so its entry in the table of what browsers have. A member without one
 * stays.
 *
 * @param {string} types
 */
function withoutNewApis(types) {
  const { api } = table;
  let documented = '';
  let dropped = '';
  const isEverywhere = (/** @type {string} */ line) => {
    documented = DOCUMENTED.exec(line)?.[1] ?? documented;
    const [, member, global] = DECLARED.exec(line) ?? [];
    if (global) return !isNew(api[global]);
    if (!member) return true;
    // Further signatures of a member follow without words of their own.
    const isSame = documented === '' && member === dropped;
    dropped = isSame || isNew(featureAt(api, documented)) ? member : '';
    documented = '';
    return !dropped;
  };
  // A global goes on over several lines: it stays, under a name that nobody asks for.
  const drop = (/** @type {string} */ line) =>
    line.replace(/^ {4}.*/, '').replace(/^declare var /, '$&_');
  return types
    .split('\n')
    .map((line) => (isEverywhere(line) ? line : drop(line)))
    .join('\n');
}

/**
 * @param {Record<string, Feature>} api
 * @param {string} path
 */
const featureAt = (api, path) => {
  const [name = '', member = ''] = path.split('/');
  return api[name]?.[member];
};

/** @param {Feature | undefined} feature */
function isNew(feature) {
  const support = feature?.__compat?.support;
  if (!support) return false;
  return !oldest.every(([browser, version]) =>
    [support[/** @type {Browser} */ (browser)] ?? []]
      .flat()
      .some((statement) => isIn(statement, version)),
  );
}

/**
 * Under its own name, for everybody.
 *
 * @param {import('@mdn/browser-compat-data').SimpleSupportStatement} statement
 * @param {string} version
 */
function isIn({ version_added: added, version_removed: removed, ...how }, version) {
  if (how.flags || how.prefix || how.alternative_name) return false;
  return isReached(added, version) && !isReached(removed, version);
}

const versions = new Intl.Collator(undefined, { numeric: true });

/**
 * @param {string | boolean | null | undefined} since
 * @param {string} version
 */
function isReached(since, version) {
  if (typeof since !== 'string' || since === 'preview') return false;
  return versions.compare(since.replace('≤', ''), version) <= 0;
}
