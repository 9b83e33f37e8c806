import { run } from '../../scripts/lib/run.mjs';
import { codeOf } from '../support/errors.ts';

/** The processes that this one has started. */
export async function processesUnder(parent: number): Promise<number[]> {
  const { output } = await run('ps', ['-A', '-o', 'pid=,ppid=']);
  return output
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .flatMap(([pid, ppid]) => (pid !== undefined && ppid === parent ? [pid] : []));
}

/** No goodbye and no last write: they get no chance to do anything. */
export function killAll(pids: number[]): void {
  for (const pid of pids) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch (error) {
      if (codeOf(error) !== 'ESRCH') throw error;
    }
  }
}
