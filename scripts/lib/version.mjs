import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const VERSION = /^\d+\.\d+\.\d+$/;
const IMAGE = 'deploy/kubernetes/chat.yaml';

/** @param {string[]} path */
const read = (...path) => readFileSync(join(...path), 'utf8');

/**
 * A manifest with the version, and with it where it asks for packages of the same repository.
 *
 * @param {string} text
 * @param {string} version
 */
const manifestWith = (text, version) =>
  text.replace(/^( *"(?:version|@chat\/[a-z-]+)": )"[\d.]+"/gm, `$1"${version}"`);

/**
 * @param {string} text
 * @param {string} version
 * @param {string[]} folders
 */
function lockWith(text, version, folders) {
  const lock = JSON.parse(text);
  for (const folder of folders) {
    const manifest = JSON.stringify(lock.packages[folder], null, 2);
    lock.packages[folder] = JSON.parse(manifestWith(manifest, version));
  }
  return `${JSON.stringify({ ...lock, version }, null, 2)}\n`;
}

/**
 * Every file that names the version, as it has to be.
 *
 * @param {string} root
 * @param {string} version
 */
function filesWith(root, version) {
  /** @type {string[]} */
  const folders = ['', ...JSON.parse(read(root, 'package.json')).workspaces];
  const manifests = folders.map((folder) => join(folder, 'package.json'));
  return [
    ...manifests.map((file) => ({ file, text: manifestWith(read(root, file), version) })),
    {
      file: 'package-lock.json',
      text: lockWith(read(root, 'package-lock.json'), version, folders),
    },
    { file: IMAGE, text: read(root, IMAGE).replace(/(\/web-chat:)[\d.]+/g, `$1${version}`) },
  ];
}

/**
 * The entry of the changelog for a version; nothing where it has none.
 *
 * @param {string} root
 * @param {string} version
 */
export function changesOf(root, version) {
  const path = join(root, 'CHANGELOG.md');
  const entries = existsSync(path) ? read(path).split(/^## /m).slice(1) : [];
  const entry = entries.find((one) => one.split(/\s/, 1)[0] === version);
  return entry?.replace(/^.*\n/, '').trim();
}

/**
 * @param {string} root
 * @returns {string}
 */
export const presentVersion = (root) => JSON.parse(read(root, 'package.json')).version;

/**
 * Files that name another version than the first of them.
 *
 * @param {string} root
 */
export const filesOfOtherVersions = (root) =>
  filesWith(root, presentVersion(root))
    .filter(({ file, text }) => text !== read(root, file))
    .map(({ file }) => file);

/**
 * Sets the version everywhere; throws where it is none, is older, or where the changelog says nothing of it.
 *
 * @param {string} root
 * @param {string} version
 */
export function setVersion(root, version) {
  if (!VERSION.test(version)) throw new Error(`'${version}' is no version, such as 1.2.3.`);
  const present = presentVersion(root);
  if (version.localeCompare(present, 'en', { numeric: true }) < 0)
    throw new Error(`${version} is older than ${present}, which it is now.`);
  if (!changesOf(root, version))
    throw new Error(`CHANGELOG.md has no entry for ${version}: say there what changes.`);
  for (const { file, text } of filesWith(root, version)) writeFileSync(join(root, file), text);
}
