import { mkdirSync } from 'node:fs';
import { inRepo } from '../../scripts/lib/root.mjs';
import { launch, type Program } from './program.ts';
import { Supervisor } from './supervisor.ts';

export const administrator = { email: 'elena@empresa.local', password: 'elena-secreta' };

export interface Ending {
  /** Whether a fault of the round explains it. */
  isExpected: boolean;
  words: string;
}

/** A start ends with that where it finds no database, or loses it, and is made again. */
const DATABASE_AWAY = /\(DATABASE_URL\) no responde/;

interface Options {
  dataDir: string;
  /** Beside the ones that every server has here, and over them. */
  settings?: Record<string, string>;
  /** Told the port each time it listens. */
  onListening?: (port: number) => void;
}

/** The built server as a process of its own, kept running. */
export class Application {
  /** Set while a fault is under way that may make it end by itself. */
  mayEnd = false;
  readonly dataDir: string;
  /** How often it ended by itself. */
  readonly endings: Ending[] = [];
  private readonly kept: Supervisor<Program>;
  private readonly settings: Record<string, string>;
  private last: Program | undefined;

  constructor({ dataDir, settings = {}, onListening = () => undefined }: Options) {
    this.dataDir = dataDir;
    this.settings = settings;
    this.kept = new Supervisor(
      () => {
        const program = this.launch();
        this.last = program;
        program.ready.then(
          ([, port]) => onListening(Number(port)),
          () => undefined,
        );
        return program;
      },
      () => {
        const words = this.last?.words() ?? '';
        this.endings.push({ isExpected: this.mayEnd || DATABASE_AWAY.test(words), words });
      },
    );
  }

  /** Settles once it listens, however many attempts that needs. */
  start(): Promise<void> {
    return this.kept.start();
  }

  /** Settles once a start that is under way has come to an end. */
  recovered(): Promise<void> {
    return this.kept.recovered();
  }

  /** Ends it without a word, whatever it is at, starting up included; it stays down until `start`. */
  kill(): Promise<void> {
    return this.kept.end(({ child }) => child.kill('SIGKILL'));
  }

  /** Asks it to end; gives its exit code. */
  async stop(): Promise<number | null> {
    await this.kept.recovered();
    await this.kept.end(({ child }) => child.kill('SIGTERM'));
    return this.last?.child.exitCode ?? null;
  }

  // Only these settings reach it: neither the caller's environment nor a `.env` of the working folder.
  private launch(): Program {
    mkdirSync(this.dataDir, { recursive: true });
    return launch(process.execPath, [inRepo('packages/server/dist/main.js')], {
      cwd: this.dataDir,
      readyWhen: /https?:\/\/\S+:(\d+)/,
      env: {
        PATH: process.env.PATH,
        HOST: '127.0.0.1',
        PORT: '0',
        DATA_DIR: this.dataDir,
        ADMIN_EMAIL: administrator.email,
        ADMIN_PASSWORD: administrator.password,
        DEVICE_APPROVAL: 'off',
        LOGIN_RATE: '100000',
        SEND_RATE: '0',
        LOG_LEVEL: 'fatal',
        ...this.settings,
      },
    });
  }
}
