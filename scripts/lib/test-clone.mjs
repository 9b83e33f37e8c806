import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { inRepo } from './root.mjs';
import { run } from './run.mjs';

const OUTCOME = 'test-results/gate.json';

/**
 * Runs the gate in a fresh clone of HEAD, and copies the clone's `test-results/gate.json` to the checkout. Returns the
 * exit code. A clone that ends without an outcome leaves none in the checkout either.
 *
 * @param {string} [checkout]
 */
export async function testClone(checkout = inRepo()) {
  const outcome = join(checkout, OUTCOME);
  rmSync(outcome, { force: true });
  const folder = mkdtempSync(join(tmpdir(), 'web-chat-clone-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  process.once('exit', remove);
  try {
    const clone = join(folder, 'web-chat');
    const cloned = await run('git', ['clone', '--quiet', checkout, clone]);
    if (cloned.code !== 0) throw new Error(cloned.output);
    const { code } = await run('npm', ['test'], { cwd: clone, show: true });
    mkdirSync(dirname(outcome), { recursive: true });
    if (existsSync(join(clone, OUTCOME))) copyFileSync(join(clone, OUTCOME), outcome);
    return code;
  } finally {
    remove();
    process.off('exit', remove);
  }
}
