import type { PictureAnswer, PictureJob } from './picture.ts';
import { PictureWorker } from './picture-worker.ts';

/** At rest there is no process: it takes as much memory as a small server. */
const IDLE_MS = 10_000;
/** A process may end under its work because of another picture, or of a machine without memory. */
const MAX_TRIES = 3;

/** Decodes what people send in a process of its own: the server does not feel what a picture does to it. */
export class PictureProcess {
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
