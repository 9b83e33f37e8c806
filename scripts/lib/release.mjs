import {
  cpSync,
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { pack } from 'tar-stream';
import { inRepo, serverPackages } from './root.mjs';
import { must, run } from './run.mjs';
import { placesBelow, readLock } from './third-party.mjs';

/**
 * The content behind a name in the archive: a file of this folder, a text, or a link.
 *
 * @typedef {{ from: string } | { text: string } | { link: string }} Content
 * @typedef {Map<string, Content>} Contents
 */

// A fixed time, so that the same sources give the same bytes.
const TIME = new Date('2000-01-01T00:00:00Z');

/** @type {{ name: string, version: string, license: string, engines: object }} */
const { name, version, license, engines } = JSON.parse(
  readFileSync(inRepo('package.json'), 'utf8'),
);

/** Every installation gives these to those who run it, with all that the README leads to. */
export const documents = [
  'README.md',
  'LICENSE',
  'CHANGELOG.md',
  'SECURITY.md',
  'THIRD-PARTY.md',
  'ARCHITECTURE.md',
  'STYLE.md',
  'GLOSSARY.md',
  'docs',
];

/**
 * Packs the built program with all that a server needs into `release/`: nothing is installed or built where it is
 * unpacked. The release runs on machines of the kind that it was made on.
 */
export async function makeRelease(folder = inRepo('release')) {
  const top = `${name}-${version}`;
  const file = join(folder, `${top}.tar.gz`);
  const size = await withProductionPackages(async (packages, files) => {
    const contents = ownContents();
    for (const path of files) contents.set(path, { from: join(packages, path) });
    return write(top, contents, file);
  });
  return { file, megabytes: inMegabytes(statSync(file).size), unpacked: inMegabytes(size) };
}

/** @param {number} bytes */
const inMegabytes = (bytes) => Math.round(bytes / 2 ** 20);

// The build has links here, to the packages that the images come from.
const EMOJIS = 'assets/emojis';

/** @returns {Contents} */
function ownContents() {
  /** @type {Contents} */
  const contents = new Map();
  const add = (/** @type {string} */ path, from = inRepo(path)) => {
    for (const file of filesIn(from)) contents.set(join(path, file), { from: join(from, file) });
  };
  for (const path of serverPackages) {
    add(`${path}/package.json`);
    // The link leads to the present build.
    add(`${path}/dist`, realpathSync(inRepo(path, 'dist')));
  }
  const page = realpathSync(inRepo('packages/web/dist'));
  add('packages/web/dist', page);
  for (const version of readdirSync(join(page, EMOJIS))) {
    add(join('packages/web/dist', EMOJIS, version), realpathSync(join(page, EMOJIS, version)));
  }
  for (const migration of filesIn(inRepo('packages/server/migrations'))) {
    if (migration.endsWith('.sql')) add(`packages/server/migrations/${migration}`);
  }
  add('bin/web-chat');
  add('scripts/lib/lean-node.sh');
  for (const document of documents) add(document);
  for (const path of readdirSync(inRepo('deploy'))) {
    if (!isForDevelopers.test(path)) add(`deploy/${path}`);
  }
  for (const path of serverPackages) {
    contents.set(`node_modules/@chat/${basename(path)}`, { link: `../../${path}` });
  }
  const kind = { os: [process.platform], cpu: [process.arch] };
  const manifest = { name, version, license, private: true, type: 'module', engines, ...kind };
  contents.set('package.json', { text: `${JSON.stringify(manifest, null, 2)}\n` });
  return contents;
}

// An image of the unpacked archive is made of all that is there.
const isForDevelopers = /^(test|tsconfig\.json|Dockerfile\.dockerignore|\..*)$/;

/**
 * Names of the files below a path, which may be a file itself; without those that only builders and running programs
 * look at.
 *
 * @param {string} path
 * @returns {string[]}
 */
function filesIn(path) {
  if (statSync(path).isFile()) return [''];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(path.length + 1))
    .filter((name) => !/(^|\/)\./.test(name));
}

/**
 * Returns how many bytes the unpacked files come to.
 *
 * @param {string} top
 * @param {Contents} contents
 * @param {string} file
 */
async function write(top, contents, file) {
  mkdirSync(dirname(file), { recursive: true });
  const archive = pack();
  const aside = `${file}.${process.pid}`;
  const written = pipeline(archive, createGzip({ level: 9 }), createWriteStream(aside));
  let size = 0;
  for (const path of withFolders(contents)) {
    size += await addEntry(archive, join(top, path), contents.get(path));
  }
  archive.finalize();
  await written;
  renameSync(aside, file);
  return size;
}

/**
 * All names in order, each folder before what is in it.
 *
 * @param {Contents} contents
 */
function withFolders(contents) {
  const names = new Set(['']);
  for (const path of contents.keys()) {
    names.add(path);
    for (let folder = dirname(path); folder !== '.'; folder = dirname(folder)) names.add(folder);
  }
  return [...names].sort();
}

/**
 * @param {import('tar-stream').Pack} archive
 * @param {string} name
 * @param {Content | undefined} content
 */
async function addEntry(archive, name, content) {
  const common = { name, mtime: TIME, uid: 0, gid: 0, uname: 'root', gname: 'root' };
  if (!content) {
    archive.entry({ ...common, type: 'directory', mode: 0o755 });
    return 0;
  }
  if ('link' in content) {
    archive.entry({ ...common, type: 'symlink', linkname: content.link, mode: 0o777 });
    return 0;
  }
  if ('text' in content) {
    archive.entry({ ...common, mode: 0o644 }, content.text);
    return content.text.length;
  }
  const { size, mode } = statSync(content.from);
  const entry = archive.entry({ ...common, size, mode: mode & 0o100 ? 0o755 : 0o644 });
  await pipeline(createReadStream(content.from), entry);
  return size;
}

// The page's packages are needed to build the page, and then no longer.
const manifests = [...serverPackages, 'packages/web', 'lab'].map(
  (folder) => `${folder}/package.json`,
);
const production = ['--omit=dev', ...serverPackages.flatMap((folder) => ['--workspace', folder])];

/**
 * Hands over the server's packages, installed in a folder of their own: each file's name below `node_modules` there,
 * and where it lies.
 *
 * @template T
 * @param {(folder: string, files: string[]) => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withProductionPackages(work) {
  const folder = mkdtempSync(join(tmpdir(), 'web-chat-packages-'));
  try {
    for (const name of ['package.json', 'package-lock.json', '.npmrc', ...manifests]) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      cpSync(inRepo(name), join(folder, name));
    }
    // Nothing that a package brings is run here: all that the server needs comes built.
    const flags = ['--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund'];
    await must('Installing what the server needs', () =>
      run('npm', ['ci', ...production, ...flags], { cwd: folder }),
    );
    return await work(folder, neededFiles(folder));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * The files that a running server may read. npm also installs what is another workspace's for good and the server's for
 * its tests.
 *
 * @param {string} folder
 */
function neededFiles(folder) {
  return placesBelow(readLock(folder), serverPackages)
    .filter((path) => existsSync(join(folder, path)) && !isElsewhere.test(path))
    .flatMap((path) => filesOf(folder, path));
}

// For types alone, or the project's own, which is there as it was built.
const isElsewhere = /node_modules\/(@chat\/|@types\/|openapi-types$|undici-types$)/;
const isLicence = /^(licen[cs]e|copying|notice|authors)/i;
const isNotRun =
  /\.(map|md|markdown|ts|mts|cts|tsx|flow|cc|h|gyp|gypi|html|zip)$|\.(test|spec)\.[cm]?js$|^\.|^(Makefile|Gruntfile\.js|tsconfig.*\.json|bower\.json|component\.json)$/i;
// At the top of a package.
const isAside = /^(\..*|tests?|__tests__|bench(marks?)?|examples?|docs?|coverage|scripts)$/;
// The embedded engine comes with 40 extensions, and once more for `require`.
const isSpare = /\/pglite\/dist\/(.*\.cjs|(.*\/)?(?!pg_trgm)\w+\.tar\.gz)$/;

/**
 * @param {string} folder
 * @param {string} path
 * @param {string} [inside]
 * @returns {string[]}
 */
function filesOf(folder, path, inside = '') {
  return readdirSync(join(folder, path, inside), { withFileTypes: true }).flatMap((entry) => {
    const { name } = entry;
    if (entry.isDirectory()) {
      const isLeft = name === 'node_modules' || (inside === '' && isAside.test(name));
      return isLeft ? [] : filesOf(folder, path, join(inside, name));
    }
    const file = join(path, inside, name);
    const isNeeded = isLicence.test(name) || !(isNotRun.test(name) || isSpare.test(file));
    return entry.isFile() && isNeeded ? [file] : [];
  });
}
