import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { inRepo } from '../../scripts/lib/root.mjs';
import { endWithUs } from '../../scripts/lib/run.mjs';

export const administrator = { email: 'elena@empresa.local', password: 'elena-secreta' };

const RETRY_MS = 200;
const LAST_WORDS = 4_000;

export interface Ending {
  /** Whether a fault of the round explains it. */
  isExpected: boolean;
  words: string;
}

interface Settings {
  dataDir: string;
  databaseUrl: string | undefined;
  /** Told the port each time it listens. */
  onListening: (port: number) => void;
}

/** The built server as a process of its own, started again whenever it ends, as a service manager would. */
export class Application {
  /** Set while a fault is under way that may make it end by itself. */
  mayEnd = false;
  dataDir: string;
  /** How often it ended by itself. */
  readonly endings: Ending[] = [];
  private readonly settings: Settings;
  private child: ChildProcess | undefined;
  private isWanted = false;
  private said = '';
  private starting: Promise<void> = Promise.resolve();

  constructor(settings: Settings) {
    this.settings = settings;
    this.dataDir = settings.dataDir;
  }

  /** Settles once it listens, however many attempts that needs. */
  start(): Promise<void> {
    this.isWanted = true;
    this.starting = this.keepStarting();
    return this.starting;
  }

  /** Settles once a start that is under way has come to an end. */
  recovered(): Promise<void> {
    return this.starting;
  }

  /** Ends it without a word, whatever it is at, starting up included; it stays down until `start`. */
  async kill(): Promise<void> {
    await this.end('SIGKILL');
  }

  /** Asks it to end; gives its exit code. */
  async stop(): Promise<number | null> {
    await this.starting;
    return this.end('SIGTERM');
  }

  private async end(signal: NodeJS.Signals): Promise<number | null> {
    this.isWanted = false;
    const { child } = this;
    if (child && !isOver(child)) {
      const exited = once(child, 'exit');
      child.kill(signal);
      await exited;
    }
    await this.starting;
    return child?.exitCode ?? null;
  }

  private async keepStarting(): Promise<void> {
    while (this.isWanted && !(await this.startOnce())) {
      await new Promise((later) => setTimeout(later, RETRY_MS));
    }
  }

  private async startOnce(): Promise<boolean> {
    const child = this.launch();
    this.child = child;
    const port = await listening(child);
    if (port === undefined) {
      if (this.isWanted) this.recordEnding();
      return false;
    }
    this.settings.onListening(port);
    child.once('exit', () => {
      if (!this.isWanted || this.child !== child) return;
      this.recordEnding();
      this.starting = this.keepStarting();
    });
    return true;
  }

  private recordEnding(): void {
    this.endings.push({ isExpected: this.mayEnd, words: this.said });
  }

  // Only these settings reach it: neither the caller's environment nor a `.env` of the working folder.
  private launch(): ChildProcess {
    this.said = '';
    mkdirSync(this.dataDir, { recursive: true });
    const { databaseUrl } = this.settings;
    const child = spawn(process.execPath, [inRepo('packages/server/dist/main.js')], {
      cwd: this.dataDir,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        PATH: process.env.PATH,
        HOST: '127.0.0.1',
        PORT: '0',
        DATA_DIR: this.dataDir,
        ...(databaseUrl && { DATABASE_URL: databaseUrl }),
        ADMIN_EMAIL: administrator.email,
        ADMIN_PASSWORD: administrator.password,
        DEVICE_APPROVAL: 'off',
        LOGIN_RATE: '100000',
        LOG_LEVEL: 'fatal',
      },
    });
    endWithUs(child, 'SIGKILL');
    const hear = (chunk: Buffer) => {
      this.said = (this.said + chunk).slice(-LAST_WORDS);
    };
    child.stdout?.on('data', hear);
    child.stderr?.on('data', hear);
    return child;
  }
}

const isOver = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null;

/** The port in its first line that holds an address; undefined when it ends before. */
function listening(child: ChildProcess): Promise<number | undefined> {
  return new Promise((settle) => {
    let said = '';
    child.stdout?.on('data', (chunk: Buffer) => {
      said += chunk;
      const address = /http:\/\/\S+:(\d+)/.exec(said);
      if (address) settle(Number(address[1]));
    });
    child.once('exit', () => settle(undefined));
  });
}
