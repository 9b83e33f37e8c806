import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { form, sourceImports } from '../../../../shared/version.ts';
import type { Answered, Asked, PictureAnswer } from './picture.ts';

const program = fileURLToPath(new URL(`./picture-program${form}`, import.meta.url));
const loaded = sourceImports.flatMap((url) => ['--import', url.href]);
const FLAGS = ['--max-semi-space-size=1', '--v8-pool-size=1'];
// It gets none of the server's secrets along.
const ENVIRONMENT = {
  PATH: process.env.PATH,
  LD_LIBRARY_PATH: process.env.LD_LIBRARY_PATH,
  MALLOC_ARENA_MAX: '1',
  MALLOC_TRIM_THRESHOLD_: '131072',
  UV_THREADPOOL_SIZE: '4',
};
/** The process watches itself; this is for one that hangs. */
const HUNG_MS = 60_000;

type Settle = (answer: PictureAnswer | undefined) => void;

/** A process of the picture program, and what waits for its answers. */
export class PictureWorker {
  readonly #child: ChildProcess;
  readonly #waiting = new Map<number, Settle>();
  #lastId = 0;

  private constructor(child: ChildProcess) {
    this.#child = child;
    const endAll = () => {
      for (const settle of this.#waiting.values()) settle(undefined);
    };
    child.on('message', ({ id, ...answer }: Answered) => this.#waiting.get(id)?.(answer));
    child.once('exit', endAll);
    child.on('error', endAll);
  }

  static async start(): Promise<PictureWorker> {
    const child = spawn(process.execPath, [...FLAGS, ...loaded, program], {
      env: ENVIRONMENT,
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    if (child.pid === undefined) {
      const [error] = await once(child, 'error');
      throw error;
    }
    return new PictureWorker(child);
  }

  get isIdle(): boolean {
    return this.#waiting.size === 0;
  }

  onExit(listener: () => void): void {
    this.#child.once('exit', listener);
  }

  /** Undefined when the process ended without an answer. */
  ask(job: Omit<Asked, 'id'>): Promise<PictureAnswer | undefined> {
    this.#lastId++;
    const asked = { id: this.#lastId, ...job };
    return new Promise((answered) => {
      const hung = setTimeout(() => this.kill(), HUNG_MS);
      this.#waiting.set(asked.id, (answer) => {
        clearTimeout(hung);
        this.#waiting.delete(asked.id);
        answered(answer);
      });
      // When it cannot be sent the process is about to end, which settles it.
      this.#child.send(asked, () => {});
    });
  }

  /** Only work under way keeps our own process alive. */
  ref(): void {
    this.#child.ref();
    this.#child.channel?.ref();
  }

  unref(): void {
    this.#child.unref();
    this.#child.channel?.unref();
  }

  kill(): void {
    this.#child.kill('SIGKILL');
  }
}
