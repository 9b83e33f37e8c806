import { setPriority } from 'node:os';
import { SVG } from '../../../../shared/media-types.ts';
import { isFault, lookAt, shrinkAny, unfoldPhoto } from './look.ts';
import {
  type Answered,
  type Asked,
  mediaTypeOf,
  type PictureAnswer,
  type PictureJob,
} from './picture.ts';

// Memory of one picture beyond that of the idle process, and processor time, so that a busy machine does not count.
const MAX_MEMORY = 128 * 2 ** 20;
const MAX_PROCESSOR_MS = { look: 2_000, unfold: 6_000, shrink: 6_000 };
// A drawing has no size by which it could be known to take long: who asks for it soon learns that there is none.
const MAX_DRAWING_MS = 3_000;
const LOOK_MS = 25;
/** Whatever else wants a processor has it first; not so low that a busy machine makes none at all. */
const LOW_PRIORITY = 5;

const memoryAtRest = process.memoryUsage.rss();
/** Long jobs under way. A short job beside one is not blamed for the memory. */
let long = 0;

function answer(id: number, given: PictureAnswer, then: () => void = () => {}): void {
  process.send?.({ id, ...given } satisfies Answered, then);
}

/** Ends the process, with all it holds, when a picture takes too much: it is then one that cannot be drawn. */
function guard(id: number, kind: PictureJob['kind'], maxMs: number): () => void {
  const before = process.cpuUsage();
  const timer = setInterval(() => {
    const { user, system } = process.cpuUsage(before);
    const isTooLong = (user + system) / 1_000 > maxMs;
    const mayBeBlamed = kind !== 'look' || long === 0;
    const isTooLarge = process.memoryUsage.rss() > memoryAtRest + MAX_MEMORY;
    if (!isTooLong && !(isTooLarge && mayBeBlamed)) return;
    clearInterval(timer);
    answer(id, {}, () => process.kill(process.pid, 'SIGKILL'));
  }, LOOK_MS);
  return () => clearInterval(timer);
}

async function processorMs({ kind, path }: PictureJob): Promise<number> {
  const isDrawing = kind === 'shrink' && (await mediaTypeOf(path)) === SVG;
  return isDrawing ? MAX_DRAWING_MS : MAX_PROCESSOR_MS[kind];
}

async function work({ kind, path, isBared }: PictureJob): Promise<PictureAnswer> {
  if (kind === 'look') return lookAt(path, isBared);
  if (kind === 'unfold') return unfoldPhoto(path);
  await shrinkAny(path);
  return { isShrunk: true };
}

async function watched(asked: Asked): Promise<PictureAnswer> {
  const done = guard(asked.id, asked.kind, await processorMs(asked));
  try {
    return await work(asked);
  } finally {
    done();
  }
}

const faultIn = (error: NodeJS.ErrnoException): PictureAnswer =>
  isFault(error) ? { fault: error.code } : {};

// The process of `PictureWorker`: until the server or its idle time ends.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
// A terminal's are for the server, which ends this one.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => {});
try {
  setPriority(LOW_PRIORITY);
} catch {
  // Some containers do not let a process say so.
}
process.on('message', async (asked: Asked) => {
  const isLong = asked.kind !== 'look';
  if (isLong) long++;
  const given = await watched(asked).catch(faultIn);
  if (isLong) long--;
  answer(asked.id, given);
});
