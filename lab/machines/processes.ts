import { run } from '../../scripts/lib/run.mjs';

/** The processes that this one has started. */
export async function processesUnder(parent: number): Promise<number[]> {
  const { output } = await run('ps', ['-A', '-o', 'pid=,ppid=']);
  return output
    .split('\n')
    .map((line: string) => line.trim().split(/\s+/).map(Number))
    .filter(([, ppid]: number[]) => ppid === parent)
    .map(([pid]: number[]) => pid as number);
}

/** No goodbye and no last write: they get no chance to do anything. */
export function killAll(pids: number[]): void {
  for (const pid of pids) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
}
