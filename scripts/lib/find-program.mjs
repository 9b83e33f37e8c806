import { accessSync, constants, existsSync, readdirSync, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { inRepo } from './root.mjs';
import { run } from './run.mjs';

/**
 * The first of these names that a folder of PATH holds as a program.
 *
 * @param {string[]} names
 */
export function onPath(names, path = process.env.PATH ?? '') {
  const folders = path.split(delimiter).filter(Boolean);
  return folders.flatMap((folder) => names.map((name) => join(folder, name))).find(isProgram);
}

/** @param {string} file */
export function isProgram(file) {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

/**
 * Folders `parent/<version>/rest`, the highest version first.
 *
 * @param {string} parent
 * @param {string} rest
 */
export function versionsIn(parent, rest) {
  try {
    return readdirSync(parent)
      .sort((a, b) => b.localeCompare(a, 'en', { numeric: true }))
      .map((version) => join(parent, version, rest));
  } catch {
    return [];
  }
}

/**
 * Puts a package that only some machines need into `.cache/`, beside the locked ones; gives its folder.
 *
 * @param {string} name
 * @param {string} version
 */
export async function installAside(name, version) {
  const prefix = inRepo('.cache', `${name.replace('@', '').replace('/', '-')}-${version}`);
  const folder = `${prefix}/node_modules/${name}`;
  if (existsSync(`${folder}/package.json`)) return folder;
  console.log(`Installing ${name} …`);
  const flags = ['--no-save', '--no-package-lock', '--no-audit', '--no-fund'];
  const args = ['install', '--prefix', prefix, ...flags, `${name}@${version}`];
  const { code, output } = await run('npm', args);
  if (code !== 0) throw new Error(`${name} could not be installed:\n${output}`);
  return folder;
}

/**
 * Debian keeps servers where only administrators look.
 *
 * @param {string} name
 */
const find = (name) => onPath([name], `${process.env.PATH}:/usr/sbin:/usr/local/sbin`);

/** The program; throws how to get it where there is none. */
export function findNginx() {
  const program = find('nginx');
  if (!program) throw new Error('There is no nginx on PATH: apt-get install nginx');
  return program;
}

/** The program; throws how to get it where there is none. */
export function findCaddy() {
  const program = find('caddy');
  if (!program) throw new Error('There is no Caddy on PATH: apt-get install caddy');
  return program;
}

/** The program; throws how to get it where there is none. */
export function findPgBouncer() {
  const program = find('pgbouncer');
  if (!program) throw new Error('There is no PgBouncer on PATH: apt-get install pgbouncer');
  return program;
}

/** The program that reads Prometheus's rules as Prometheus does; throws how to get it where there is none. */
export function findPromtool() {
  const program = find('promtool');
  if (!program) throw new Error('There is no promtool on PATH: apt-get install prometheus');
  return program;
}

/** The program that moves the clock of another; throws how to get it where there is none. */
export function findFaketime() {
  const program = find('faketime');
  if (!program) throw new Error('There is no faketime on PATH: apt-get install faketime');
  return program;
}

/** The program; throws how to get it where there is none. */
export function findFirefox() {
  const program = onPath(['firefox-esr', 'firefox']);
  if (!program) throw new Error('There is no Firefox on PATH: apt-get install firefox-esr');
  return program;
}

/** The driver of WebKit, its browser and a display; throws how to get a missing one. */
export function findWebKit() {
  const driver = onPath(['WebKitWebDriver']);
  const display = onPath(['Xvfb']);
  const browser = folders.map((folder) => `${folder}/MiniBrowser`).find(isProgram);
  if (driver && display && browser) return { driver, display, browser };
  throw new Error(
    'There is no WebKit with its driver here: apt-get install webkit2gtk-driver xvfb',
  );
}

// Each architecture of Debian has a folder of its own, and each version of the library one in there.
const folders = versionsIn('/usr/lib', '')
  .concat('/usr/libexec')
  .flatMap((folder) => versionsIn(folder, ''))
  .filter((folder) => /\/webkit2?gtk-[\d.]+\/?$/.test(folder));
