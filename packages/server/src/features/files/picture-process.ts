import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { form, sourceImports } from '../../own-form.ts';
import type { PictureAnswer, PictureJob } from './picture.ts';

/** Decodes what people send in a process of its own: what a picture does to it, the server does not feel. */
export interface PictureProcess {
  /** One job at a time. Rejects when the process is closed. */
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
  UV_THREADPOOL_SIZE: '2',
};
/** At rest there is none: it takes as much memory as a small server. */
const IDLE_MS = 10_000;
/** It watches itself; this is for one that hangs. */
const MOST_MS = 60_000;

/** Undefined when the process ended without an answer. */
function askChild(child: ChildProcess, job: PictureJob): Promise<PictureAnswer | undefined> {
  return new Promise((answered) => {
    const hung = setTimeout(() => child.kill('SIGKILL'), MOST_MS);
    const settle = (given?: PictureAnswer) => {
      clearTimeout(hung);
      child.removeListener('message', settle);
      child.removeListener('exit', onEnd);
      child.removeListener('error', onEnd);
      answered(given);
    };
    const onEnd = () => settle();
    child.once('message', settle);
    child.once('exit', onEnd);
    child.once('error', onEnd);
    child.send(job, (error) => error && onEnd());
  });
}

export function createPictureProcess(): PictureProcess {
  let child: ChildProcess | undefined;
  let idle: NodeJS.Timeout | undefined;
  let isClosed = false;

  async function start(): Promise<ChildProcess> {
    const started = spawn(process.execPath, [...FLAGS, ...loaded, program], {
      env: ENVIRONMENT,
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    const forget = () => {
      if (child === started) child = undefined;
    };
    started.once('exit', forget);
    started.on('error', forget);
    if (started.pid === undefined) {
      const [error] = await once(started, 'error');
      throw error;
    }
    return started;
  }

  function end(): void {
    clearTimeout(idle);
    child?.kill('SIGKILL');
    child = undefined;
  }

  /** Only work under way keeps our own process alive. */
  function rest(): void {
    child?.unref();
    child?.channel?.unref();
    idle = setTimeout(end, IDLE_MS);
    idle.unref();
  }

  async function tryOnce(job: PictureJob): Promise<PictureAnswer | undefined> {
    if (isClosed) throw new Error('the process of pictures is closed');
    clearTimeout(idle);
    const asked = child ?? (await start());
    child = asked;
    if (isClosed) end();
    asked.ref();
    asked.channel?.ref();
    const given = await askChild(asked, job);
    if (given) rest();
    else end();
    return given;
  }

  return {
    async ask(job) {
      // Who ended it is not known: the picture, or a machine without memory.
      const given = (await tryOnce(job)) ?? (await tryOnce(job));
      if (!given && isClosed) throw new Error('the process of pictures is closed');
      if (given?.fault) throw Object.assign(new Error('the machine failed'), { code: given.fault });
      return given ?? {};
    },
    close() {
      isClosed = true;
      end();
    },
  };
}
