import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
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
  /** What it and the processes it has started hold in memory, in MB. */
  memory(): number;
}

const read = (file: string): string => {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    // It has ended meanwhile.
    return '';
  }
};

const fieldOf = (status: string, name: string) =>
  Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0);

function memoryOf(root: number): number {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => ({ pid: Number(name), status: read(`/proc/${name}/status`) }));
  const ofTree = (pid: number): number => {
    const own = fieldOf(all.find((one) => one.pid === pid)?.status ?? '', 'VmRSS') / 1024;
    const children = all.filter(({ status }) => fieldOf(status, 'PPid') === pid);
    return children.reduce((sum, child) => sum + ofTree(child.pid), own);
  };
  return ofTree(root);
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
  const pid = child.pid as number;
  return { pid, url, said: () => said, ended, stop, memory: () => memoryOf(pid) };
}

export const launchServer = (wanted: Omit<Wanted, 'program'>): OwnProcess =>
  launch({ program: 'server', ...wanted });

/** The first administrator, signed in, once the server listens. */
export async function administratorOf(server: OwnProcess): Promise<Client> {
  const url = await server.url;
  if (url === undefined) throw new Error(`The server ended before it listened:\n${server.said()}`);
  return new Client(url).signIn(ADMINISTRATOR);
}
