import type { Installation } from './installation.ts';
import { launch } from './own-process.ts';

export const isOnServer = Boolean(process.env.TEST_DATABASE_URL);

/** When a command is killed: as it waits for what another session has locked, as it renames a file, or after so long. */
export type Moment =
  | { waitingFor: string }
  | { renamingTo: string }
  /** Share of the time that the whole command takes. */
  | { part: number };

/** Preloaded: says so instead of renaming anything to that name, and goes on no more. */
function stuckAt(name: string): string {
  const code = `
    import fs from 'node:fs/promises';
    import { syncBuiltinESMExports } from 'node:module';
    const { rename } = fs;
    fs.rename = (from, to) => {
      if (!String(to).endsWith('/${name}')) return rename(from, to);
      console.log('stuck before a rename');
      setInterval(() => {}, 60_000);
      return new Promise(() => {});
    };
    syncBuiltinESMExports();`;
  return `--import=data:text/javascript,${encodeURIComponent(code)}`;
}

const begin = (place: Installation, args: string[], settings: Record<string, string> = {}) =>
  launch({
    program: 'admin',
    args,
    dataDir: place.dataDir,
    settings: { ...place.settings, ...settings },
  });

/** Runs the command to its end, in a process of its own; gives how long it took. */
export async function runWhole(place: Installation, ...args: string[]): Promise<number> {
  const started = performance.now();
  const command = begin(place, args);
  if ((await command.ended) !== 0) throw new Error(command.output());
  return performance.now() - started;
}

async function killWaiting(place: Installation, lock: string, args: string[]): Promise<void> {
  await place.onDatabase(async (client) => {
    await client.query('begin');
    await client.query(lock);
    const command = begin(place, args);
    let hasEnded = false;
    void command.ended.then(() => {
      hasEnded = true;
    });
    const waiting =
      'select 1 from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))';
    while ((await client.query(waiting)).rowCount === 0) {
      if (hasEnded) throw new Error(`It has not waited for: ${lock}\n${command.output()}`);
    }
    await command.stop('SIGKILL');
    await client.query('rollback');
  });
}

/** Kills the command's process (SIGKILL) at that moment. */
export async function kill(
  place: Installation,
  moment: Moment,
  { args, wholeMs }: { args: string[]; wholeMs: number },
): Promise<void> {
  if ('waitingFor' in moment) return killWaiting(place, moment.waitingFor, args);
  if ('renamingTo' in moment) {
    const command = begin(place, args, { NODE_OPTIONS: stuckAt(moment.renamingTo) });
    await command.waitFor(/stuck before a rename/);
    await command.stop('SIGKILL');
    return;
  }
  const command = begin(place, args);
  const timer = setTimeout(() => void command.stop('SIGKILL'), wholeMs * moment.part);
  await command.ended;
  clearTimeout(timer);
}
