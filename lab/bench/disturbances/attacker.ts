import { join } from 'node:path';
import { launch } from '../../machines/program.ts';

/** Does `work` while a program of this folder attacks the server, in a process of its own. */
export async function whileAttacked<T>(
  program: string,
  args: string[],
  work: () => Promise<T>,
): Promise<T> {
  const file = join(import.meta.dirname, program);
  const command = [...process.execArgv, file, ...args];
  const attacker = launch(process.execPath, command, { env: process.env, readyWhen: /begun/ });
  try {
    await attacker.ready;
    return await work();
  } finally {
    attacker.child.kill('SIGKILL');
    await attacker.ended;
  }
}
