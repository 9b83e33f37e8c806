import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inRepo } from './root.mjs';
import { run } from './run.mjs';

/** Files of code. */
export const SOURCE = /\.(ts|tsx|mjs|js)$/;

/**
 * Hands over the repository's files of code: those of a commit, or as they are here.
 *
 * @template T
 * @param {string | undefined} commit
 * @param {(folder: string, files: string[]) => T} work
 * @returns {Promise<T>}
 */
export async function withSources(commit, work) {
  if (!commit) return work(inRepo(), sourcesIn(await git('ls-files', '-co', '--exclude-standard')));
  const folder = mkdtempSync(join(tmpdir(), 'web-chat-commit-'));
  try {
    const files = sourcesIn(await git('ls-tree', '-r', '--name-only', commit));
    const archive = join(folder, 'all.tar');
    await git('archive', '-o', archive, commit);
    const tree = join(folder, 'tree');
    mkdirSync(tree);
    const { code, output } = await run('tar', ['-xf', archive, '-C', tree]);
    if (code !== 0) throw new Error(output);
    return work(tree, files);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @param {string} names */
const sourcesIn = (names) => names.split('\n').filter((name) => SOURCE.test(name));

/** @param {string[]} args */
async function git(...args) {
  const { code, output } = await run('git', args);
  if (code !== 0) throw new Error(output);
  return output;
}
