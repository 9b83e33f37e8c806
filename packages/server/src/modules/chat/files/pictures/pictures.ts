import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { createKeyedQueue, sumOf } from '../../../../security/keyed-queue.ts';
import { isImage, UNKNOWN } from '../../../../shared/media-types.ts';
import { form, formOptions } from '../../../../shared/version.ts';
import type { Pictures } from '../../context.ts';
import type { Answered, Asked, PictureAnswer, PictureJob } from './picture.ts';

const LIMITS = { atOnce: 1, isShared: true, maxPerKey: 50, maxTotal: 2_000 };

export function createPictures(): Pictures {
  const turns = { look: createKeyedQueue(LIMITS), long: createKeyedQueue(LIMITS) };
  const process = new PictureProcess();
  const ask = (senderId: number, job: PictureJob): Promise<PictureAnswer> => {
    const line = job.kind === 'look' ? turns.look : turns.long;
    return line.run(senderId, () => process.ask(job));
  };

  return {
    async examine(senderId, path, isBared) {
      const seen = await ask(senderId, { kind: 'look', path, isBared });
      const { mediaType = UNKNOWN, durationMs = null } = seen;
      const { picture } = seen.isFolded ? await ask(senderId, { kind: 'unfold', path }) : seen;
      const isNone = isImage(mediaType) && !picture;
      return { mediaType: isNone ? UNKNOWN : mediaType, picture, durationMs };
    },
    async shrink(senderId, path) {
      const { isShrunk = false } = await ask(senderId, { kind: 'shrink', path });
      return isShrunk;
    },
    load: () => sumOf([turns.look.load(), turns.long.load()]),
    close: () => process.close(),
  };
}

/** At rest there is no process: it takes as much memory as a small server. */
const IDLE_MS = 10_000;
/** A process may end under its work because of another picture, or of a machine without memory. */
const MAX_TRIES = 3;

/** Decodes what people send in a process of its own: the server does not feel what a picture does to it. */
class PictureProcess {
  #worker: Promise<PictureWorker> | undefined;
  #idle: NodeJS.Timeout | undefined;
  #isClosed = false;

  /** Rejects when the process is closed. */
  async ask(job: PictureJob): Promise<PictureAnswer> {
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      if (this.#isClosed) throw closedError();
      const answer = await this.#tryOnce(job);
      if (answer?.fault) throw Object.assign(new Error('no picture'), { code: answer.fault });
      if (answer) return answer;
    }
    if (this.#isClosed) throw closedError();
    return {};
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#idle);
    this.#worker?.then((worker) => worker.kill()).catch(() => undefined);
  }

  async #tryOnce(job: PictureJob): Promise<PictureAnswer | undefined> {
    clearTimeout(this.#idle);
    const worker = await this.#running();
    if (this.#isClosed) worker.kill();
    worker.ref();
    const answer = await worker.ask(job);
    if (worker.isIdle) this.#rest(worker);
    return answer;
  }

  #running(): Promise<PictureWorker> {
    if (this.#worker) return this.#worker;
    const started = PictureWorker.start();
    this.#worker = started;
    const forget = () => {
      if (this.#worker === started) this.#worker = undefined;
    };
    started.then((worker) => worker.onExit(forget), forget);
    return started;
  }

  #rest(worker: PictureWorker): void {
    worker.unref();
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => {
      if (worker.isIdle) worker.kill();
    }, IDLE_MS);
    this.#idle.unref();
  }
}

const closedError = () => new Error('the process of pictures is closed');

const program = fileURLToPath(new URL(`./picture-program${form}`, import.meta.url));
const FLAGS = ['--max-semi-space-size=1', '--v8-pool-size=1'];
// The process gets none of the server's secrets.
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
class PictureWorker {
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
    const child = spawn(process.execPath, [...FLAGS, ...formOptions, program], {
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
