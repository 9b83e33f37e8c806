import { existsSync, readFileSync } from 'node:fs';
import { hasSources, inRepo } from './root.mjs';
import { must, run } from './run.mjs';

/** Installs the dependencies when node_modules does not hold what package-lock.json names. */
export async function ensureInstalled() {
  if (!hasSources() || isInstalled()) return;
  await must('Installing dependencies', () => run('npm', ['ci', '--no-audit', '--no-fund']));
}

// npm leaves in node_modules a lockfile of what it really put there.
function isInstalled() {
  const hidden = inRepo('node_modules', '.package-lock.json');
  if (!existsSync(hidden)) return false;
  const installed = packagesOf(hidden);
  return Object.entries(packagesOf(inRepo('package-lock.json'))).every(
    ([path, wanted]) =>
      path === '' || wanted.optional || installed[path]?.version === wanted.version,
  );
}

/**
 * @param {string} lockfile
 * @returns {Record<string, { version?: string, optional?: boolean }>}
 */
function packagesOf(lockfile) {
  return JSON.parse(readFileSync(lockfile, 'utf8')).packages;
}
