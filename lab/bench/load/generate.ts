import { fork } from 'node:child_process';
import { join } from 'node:path';
import type { Answers, Job } from './jobs.ts';

/** Runs a load job in a child process, and returns its answer. */
export function runLoadJob<J extends Job>(job: J): Promise<Answers[J['kind']]> {
  const child = fork(join(import.meta.dirname, 'main.ts'), { execArgv: process.execArgv });
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  return new Promise<Answers[J['kind']]>((settle, reject) => {
    child.once('message', (answer) => settle(answer as Answers[J['kind']]));
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`The load generator ended (${code})`)));
    child.send(job);
  }).finally(() => process.off('exit', kill));
}
