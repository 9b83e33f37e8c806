import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { form, sourceImports } from '../../../../shared/own-form.ts';
import type { Answered, Asked, PictureAnswer, PictureJob } from './picture.ts';

/** Decodes what people send in a process of its own: what a picture does to it, the server does not feel. */
export interface PictureProcess {
  /** Rejects when the process is closed. */
  ask(job: PictureJob): Promise<PictureAnswer>;
  close(): void;
}

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
/** At rest there is none: it takes as much memory as a small server. */
const IDLE_MS = 10_000;
/** It watches itself; this is for one that hangs. */
const MOST_MS = 60_000;

/** One whose process ends under it is tried again: another one may have ended it, or a machine without memory. */
const MOST_TRIES = 3;

/** A child process with its callers; they get undefined when it ends without an answer. */
interface Worker {
  child: ChildProcess;
  waiting: Map<number, (given: PictureAnswer | undefined) => void>;
}

async function startWorker(): Promise<Worker> {
  const child = spawn(process.execPath, [...FLAGS, ...loaded, program], {
    env: ENVIRONMENT,
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  if (child.pid === undefined) {
    const [error] = await once(child, 'error');
    throw error;
  }
  const waiting: Worker['waiting'] = new Map();
  const endAll = () => {
    for (const settle of waiting.values()) settle(undefined);
  };
  child.on('message', ({ id, ...given }: Answered) => waiting.get(id)?.(given));
  child.once('exit', endAll);
  child.on('error', endAll);
  return { child, waiting };
}

/** Undefined when the process ended without an answer. */
function askWorker({ child, waiting }: Worker, asked: Asked): Promise<PictureAnswer | undefined> {
  return new Promise((answered) => {
    const hung = setTimeout(() => child.kill('SIGKILL'), MOST_MS);
    const settle = (given: PictureAnswer | undefined) => {
      clearTimeout(hung);
      waiting.delete(asked.id);
      answered(given);
    };
    waiting.set(asked.id, settle);
    // One that cannot be told any more is about to end, which settles it.
    child.send(asked, () => {});
  });
}

const closedError = () => new Error('the process of pictures is closed');

export function createPictureProcess(): PictureProcess {
  let worker: Promise<Worker> | undefined;
  let idle: NodeJS.Timeout | undefined;
  let isClosed = false;
  let lastId = 0;

  function running(): Promise<Worker> {
    if (worker) return worker;
    const started = startWorker();
    worker = started;
    const forget = () => {
      if (worker === started) worker = undefined;
    };
    started.then(({ child }) => child.once('exit', forget), forget);
    return started;
  }

  /** Only work under way keeps our own process alive. */
  function rest({ child, waiting }: Worker): void {
    child.unref();
    child.channel?.unref();
    clearTimeout(idle);
    idle = setTimeout(() => {
      if (waiting.size === 0) child.kill('SIGKILL');
    }, IDLE_MS);
    idle.unref();
  }

  async function tryOnce(job: PictureJob): Promise<PictureAnswer | undefined> {
    clearTimeout(idle);
    const asked = await running();
    if (isClosed) asked.child.kill('SIGKILL');
    asked.child.ref();
    asked.child.channel?.ref();
    lastId++;
    const given = await askWorker(asked, { id: lastId, ...job });
    if (asked.waiting.size === 0) rest(asked);
    return given;
  }

  return {
    async ask(job) {
      for (let tries = 0; tries < MOST_TRIES; tries++) {
        if (isClosed) throw closedError();
        const given = await tryOnce(job);
        if (given?.fault) throw Object.assign(new Error('no picture'), { code: given.fault });
        if (given) return given;
      }
      if (isClosed) throw closedError();
      return {};
    },
    close() {
      isClosed = true;
      clearTimeout(idle);
      worker?.then(({ child }) => child.kill('SIGKILL')).catch(() => undefined);
    },
  };
}
