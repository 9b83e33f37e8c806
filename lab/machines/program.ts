import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { endWithUs } from '../../scripts/lib/run.mjs';
import type { Running } from './supervisor.ts';

const LAST_WORDS = 4_000;

export interface Program extends Running {
  child: ChildProcess;
  /** The words of the program that matched: it serves. */
  ready: Promise<RegExpExecArray>;
  /** The last it said. */
  words(): string;
}

interface Launch extends Pick<SpawnOptions, 'cwd' | 'env' | 'uid' | 'gid'> {
  /** The words that the program writes, on either output, once it serves. */
  readyWhen: RegExp;
}

/** Starts a program that ends with this process at the latest. */
export function launch(command: string, args: string[], options: Launch): Program {
  const { readyWhen, ...how } = options;
  // A terminal's Ctrl+C is for this process alone, which ends its programs in their order.
  const child = spawn(command, args, { ...how, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  endWithUs(child, 'SIGKILL');
  let said = '';
  const ended = new Promise((over) => {
    child.once('close', over);
    child.once('error', over);
  });
  const ready = new Promise<RegExpExecArray>((serves, fails) => {
    const collect = (chunk: Buffer) => {
      said = (said + chunk).slice(-LAST_WORDS);
      const match = readyWhen.exec(said);
      if (match) serves(match);
    };
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    void ended.then(() => fails(new Error(`${command} ended:\n${said}`)));
  });
  // The failure is `ready`'s to report; nobody may be waiting for it yet.
  ready.catch(() => undefined);
  return { child, pid: child.pid, ready, ended, words: () => said };
}
