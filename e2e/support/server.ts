import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { endWithUs } from '../../scripts/lib/run.mjs';

const entry = resolve(import.meta.dirname, '../../packages/server/dist/main.js');
const leanNode = resolve(import.meta.dirname, '../../scripts/lib/lean-node.sh');

export const administrator = { email: 'elena@empresa.local', password: 'elena-secreta' };

export interface RunningServer {
  /** The server's address for browsers; it stays the same after a restart. */
  url: string;
  dataFolder: string;
  /** Ends the server as an operator would, or like a crash with `SIGKILL`, and starts it again on the same data. */
  restart(signal?: NodeJS.Signals): Promise<void>;
  /** Ends the server and keeps its data; `start` continues with them. */
  stop(signal?: NodeJS.Signals): Promise<void>;
  start(): Promise<void>;
  /** Ends the server and removes its data. */
  remove(): Promise<void>;
}

/**
 * The built server, as `npm start` runs it, on a free port, with a data folder of its own for an empty company. No
 * device waits for approval unless `settings` say so.
 */
export async function startServer(settings: Record<string, string> = {}): Promise<RunningServer> {
  const folder = await mkdtemp(join(process.env.E2E_FOLDER ?? tmpdir(), 'web-chat-e2e-'));
  const dataFolder = join(folder, 'data');
  const company = process.env.E2E_COMPANY;
  if (company) await cp(company, dataFolder, { recursive: true });
  let running: ChildProcess | undefined;
  let port = '0';
  let url = '';

  async function start() {
    running = launch(folder, { PORT: port, ...settings });
    url = await listening(running);
    port = new URL(url).port;
  }

  async function stop(signal: NodeJS.Signals = 'SIGTERM') {
    const ending = running;
    running = undefined;
    if (!ending || ending.exitCode !== null) return;
    const exited = once(ending, 'exit');
    ending.kill(signal);
    await exited;
  }

  async function remove() {
    await stop();
    await rm(folder, { recursive: true, force: true });
  }

  await start().catch(async (error: unknown) => {
    await remove();
    throw error;
  });
  return {
    get url() {
      return url;
    },
    dataFolder,
    async restart(signal) {
      await stop(signal);
      await start();
    },
    stop,
    start,
    remove,
  };
}

// The server gets only these settings: neither the caller's environment nor a `.env` of the working folder.
function launch(folder: string, settings: Record<string, string>): ChildProcess {
  const server = spawn('sh', [leanNode, entry], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      DATA_DIR: join(folder, 'data'),
      ADMIN_EMAIL: administrator.email,
      ADMIN_PASSWORD: administrator.password,
      DEVICE_APPROVAL: 'off',
      SEND_RATE: '0',
      LOG_LEVEL: 'warn',
      ...settings,
    },
  });
  // A failing test does not reach its own stop.
  endWithUs(server, 'SIGKILL');
  return server;
}

/** The address in the server's first line that has one; rejects with all output if the server ends before. */
function listening(server: ChildProcess): Promise<string> {
  return new Promise((settle, reject) => {
    let said = '';
    const collect = (chunk: Buffer) => {
      said += chunk;
      const address = /http:\/\/\S+/.exec(said)?.[0];
      if (address) settle(address);
    };
    server.stdout?.on('data', collect);
    server.stderr?.on('data', collect);
    server.once('error', reject);
    server.once('exit', (code) => reject(new Error(`The server ended (${code}):\n${said}`)));
  });
}
