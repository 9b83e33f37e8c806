import { fork } from 'node:child_process';
import { join } from 'node:path';
import type { Settings } from './serve.ts';

export type BaselineName = 'bare-chat' | 'bare-fastify' | 'bare-socket-io' | 'bare-ws';

export interface Baseline {
  url: string;
  stop(): void;
}

/** Starts a baseline in a process of its own. */
export function startBaseline(name: BaselineName, settings: Settings = {}): Promise<Baseline> {
  const file = join(import.meta.dirname, `${name}.ts`);
  const child = fork(file, { execArgv: process.execArgv });
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  const stop = () => {
    process.off('exit', kill);
    kill();
  };
  return new Promise((settle, reject) => {
    child.once('message', (url) => settle({ url: String(url), stop }));
    child.once('exit', (code) => reject(new Error(`${name} ended (${code})`)));
    child.send(settings);
  });
}
