import { existsSync, readFileSync } from 'node:fs';
import { hasSources, inRepo } from './root.mjs';
import { must, run } from './run.mjs';

/** @typedef {Record<string, { version?: string, optional?: boolean, dev?: boolean, devOptional?: boolean }>} Packages */

/**
 * Installs the dependencies when node_modules does not hold what package-lock.json names. A start does without those
 * that only developers need, a third of the bytes, and leaves them where a developer has installed them. A developer's
 * command adds them beside the others: `npm ci` would take the packages away from a server that runs.
 */
export async function ensureInstalled({ forDevelopers = false } = {}) {
  if (!hasSources() || isInstalled(forDevelopers)) return;
  const omit = forDevelopers || hasDevelopersPackages() ? [] : ['--omit=dev'];
  const how = isInstalled(false) ? ['install', '--no-save'] : ['ci', ...omit];
  await must('Installing dependencies', () => run('npm', [...how, '--no-audit', '--no-fund']));
}

/** @param {boolean} forDevelopers */
function isInstalled(forDevelopers) {
  const installed = installedPackages();
  return Object.entries(packagesOf(inRepo('package-lock.json'))).every(
    ([path, { version, optional, dev, devOptional }]) =>
      path === '' ||
      optional ||
      (!forDevelopers && (dev || devOptional)) ||
      installed[path]?.version === version,
  );
}

const hasDevelopersPackages = () => Object.values(installedPackages()).some(({ dev }) => dev);

// npm leaves in node_modules a lockfile of what it really put there.
function installedPackages() {
  const hidden = inRepo('node_modules', '.package-lock.json');
  return existsSync(hidden) ? packagesOf(hidden) : {};
}

/**
 * @param {string} lockfile
 * @returns {Packages}
 */
function packagesOf(lockfile) {
  return JSON.parse(readFileSync(lockfile, 'utf8')).packages;
}
