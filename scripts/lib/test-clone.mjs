import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inRepo } from './root.mjs';
import { run } from './run.mjs';

/** Runs the gate in a fresh clone of HEAD, and copies the clone's `test-results/gate.json`. Gives the exit code. */
export async function testClone() {
  const folder = mkdtempSync(join(tmpdir(), 'web-chat-clone-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const clone = join(folder, 'web-chat');
  const cloned = await run('git', ['clone', '--quiet', inRepo(), clone]);
  if (cloned.code !== 0) throw new Error(cloned.output);
  const { code } = await run('npm', ['test'], { cwd: clone, show: true });
  const outcome = join(clone, 'test-results/gate.json');
  mkdirSync(inRepo('test-results'), { recursive: true });
  if (existsSync(outcome)) copyFileSync(outcome, inRepo('test-results/gate.json'));
  return code;
}
