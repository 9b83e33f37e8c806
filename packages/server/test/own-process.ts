import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { required } from '@chat/contract/checks';
import { isServerBuilt } from '../../../scripts/lib/ensure-built.mjs';
import { ADMINISTRATOR } from './build-app.ts';
import { Client, PASSWORD } from './client.ts';

const SOURCES = ['--conditions', 'source', '--import', 'tsx'];
// A built server starts in a third of the time.
const [folder, form, flags] = isServerBuilt() ? ['dist', 'js', []] : ['src', 'ts', SOURCES];

const commandLine = (name: string) =>
  `await (await import('./start.${form}')).runCommand('${name}', process.argv.slice(1))`;
const programs = {
  server: `await import('./main.${form}')`,
  admin: commandLine('admin'),
  backup: commandLine('backup'),
  restore: commandLine('restore'),
};

interface Environment {
  settings?: Record<string, string>;
  /** Shell commands before the start, such as `umask 022`. */
  shell?: string;
}

interface Wanted extends Environment {
  program: keyof typeof programs;
  args?: string[];
  dataDir: string;
}

/** A process apart from the test's own. */
interface OwnProcess {
  pid: number;
  /** Waits for the first output that matches; rejects if the process ends before. */
  waitFor(pattern: RegExp): Promise<RegExpExecArray>;
  /** All output so far. */
  output(): string;
  /** The exit code. */
  ended: Promise<number | null>;
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

/** One of the programs, as an operator starts it. */
export interface OwnServer extends OwnProcess {
  /** The server's address; undefined if the server has ended before it listened. */
  url: Promise<string | undefined>;
}

function start(args: string[], { settings, shell = ':' }: Environment = {}): OwnProcess {
  const line = ['-c', `${shell}; exec "$0" "$@"`, process.execPath, ...args];
  const child = spawn('/bin/sh', line, {
    cwd: fileURLToPath(new URL(`../${folder}/`, import.meta.url)),
    env: { PATH: process.env.PATH, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk;
    });
  }
  const ended = new Promise<number | null>((settle) => child.once('close', settle));
  const waitFor = (pattern: RegExp) =>
    new Promise<RegExpExecArray>((known, failed) => {
      const look = () => {
        const found = pattern.exec(output);
        if (found) known(found);
      };
      look();
      child.stdout.on('data', look);
      child.stderr.on('data', look);
      void ended.then(() => failed(new Error(`It ended without ${pattern}:\n${output}`)));
    });
  const stop = (signal: NodeJS.Signals = 'SIGTERM') => {
    child.kill(signal);
    return ended;
  };
  const pid = required(child.pid, 'pid');
  return {
    pid,
    waitFor,
    output: () => output,
    ended,
    stop,
  };
}

export function launch({ program, args = [], dataDir, settings, shell }: Wanted): OwnServer {
  const started = start([...flags, '--input-type=module', '-e', programs[program], '--', ...args], {
    ...(shell && { shell }),
    settings: {
      HOST: '127.0.0.1',
      PORT: '0',
      LOG_LEVEL: 'fatal',
      DEVICE_APPROVAL: 'off',
      ADMIN_EMAIL: ADMINISTRATOR,
      ADMIN_PASSWORD: PASSWORD,
      DATA_DIR: dataDir,
      ...settings,
    },
  });
  const url = started.waitFor(/https?:\/\/\S+:(\d+)/).then(
    ([, port]) => `http://127.0.0.1:${port}`,
    () => undefined,
  );
  return { ...started, url };
}

export const launchServer = (wanted: Omit<Wanted, 'program'>): OwnServer =>
  launch({ program: 'server', ...wanted });

async function urlOf(server: OwnServer): Promise<string> {
  const url = await server.url;
  if (url === undefined)
    throw new Error(`The server ended before it listened:\n${server.output()}`);
  return url;
}

/** The first administrator, signed in, once the server listens. */
export const administratorOf = async (server: OwnServer): Promise<Client> =>
  new Client(await urlOf(server)).signIn(ADMINISTRATOR);
