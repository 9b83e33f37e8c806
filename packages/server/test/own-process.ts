import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { ADMINISTRATOR } from './build-app.ts';
import { Client, PASSWORD } from './client.ts';

const sources = fileURLToPath(new URL('../src/', import.meta.url));

const programs = {
  server: "await import('./main.ts')",
  backup: "await (await import('./commands/backup.ts')).backup([])",
};

interface Wanted {
  program: keyof typeof programs;
  dataDir: string;
  settings?: Record<string, string>;
  /** What the shell does that starts it: `umask 022`, say. */
  shell?: string;
}

/** A program as a process of its own, as an operator starts it. */
export interface OwnProcess {
  pid: number;
  /** Where it listens; undefined when it has ended before. */
  url: Promise<string | undefined>;
  /** All that it has said so far. */
  said(): string;
  /** Its exit code. */
  ended: Promise<number | null>;
  stop(): Promise<number | null>;
}

export function launch({ program, dataDir, settings, shell = ':' }: Wanted): OwnProcess {
  const node = '--conditions source --import tsx --input-type=module -e "$1"';
  const args = ['-c', `${shell}; exec "$0" ${node}`, process.execPath, programs[program]];
  const child = spawn('/bin/sh', args, {
    cwd: sources,
    env: {
      PATH: process.env.PATH,
      HOST: '127.0.0.1',
      PORT: '0',
      LOG_LEVEL: 'fatal',
      DEVICE_APPROVAL: 'off',
      ADMIN_EMAIL: ADMINISTRATOR,
      ADMIN_PASSWORD: PASSWORD,
      DATA_DIR: dataDir,
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  const ended = once(child, 'close').then(([code]) => code as number | null);
  const url = new Promise<string | undefined>((known) => {
    const hear = (chunk: Buffer) => {
      said += chunk;
      const [, port] = /https?:\/\/\S+:(\d+)/.exec(said) ?? [];
      if (port) known(`http://127.0.0.1:${port}`);
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    void ended.then(() => known(undefined));
  });
  const stop = () => {
    child.kill('SIGTERM');
    return ended;
  };
  return { pid: child.pid as number, url, said: () => said, ended, stop };
}

export const launchServer = (wanted: Omit<Wanted, 'program'>): OwnProcess =>
  launch({ program: 'server', ...wanted });

/** The first administrator, signed in, once the server listens. */
export async function administratorOf(server: OwnProcess): Promise<Client> {
  const url = await server.url;
  if (url === undefined) throw new Error(`The server ended before it listened:\n${server.said()}`);
  return new Client(url).signIn(ADMINISTRATOR);
}
