import { existsSync } from 'node:fs';
import { inRepo } from './root.mjs';
import { run } from './run.mjs';

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
