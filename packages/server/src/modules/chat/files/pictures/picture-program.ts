import { setPriority } from 'node:os';
import { lookAt, shrinkAny, unfoldPhoto } from './look.ts';
import type { Answered, Asked, PictureAnswer, PictureJob } from './picture.ts';

// Memory of one picture beyond that of the idle process, and processor time, so that a busy machine does not count.
const MAX_MEMORY = 128 * 2 ** 20;
const MAX_PROCESSOR_MS = { look: 2_000, unfold: 6_000, shrink: 6_000 };
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
function guard({ id, kind }: Asked): () => void {
  const before = process.cpuUsage();
  const timer = setInterval(() => {
    const { user, system } = process.cpuUsage(before);
    const isTooLong = (user + system) / 1_000 > MAX_PROCESSOR_MS[kind];
    const mayBeBlamed = kind !== 'look' || long === 0;
    const isTooLarge = process.memoryUsage.rss() > memoryAtRest + MAX_MEMORY;
    if (!isTooLong && !(isTooLarge && mayBeBlamed)) return;
    clearInterval(timer);
    answer(id, {}, () => process.kill(process.pid, 'SIGKILL'));
  }, LOOK_MS);
  return () => clearInterval(timer);
}

async function work({ kind, path }: PictureJob): Promise<PictureAnswer> {
  if (kind === 'look') return lookAt(path);
  if (kind === 'unfold') return unfoldPhoto(path);
  await shrinkAny(path);
  return { isShrunk: true };
}

/** An error of the machine, not of the file. */
const faultIn = ({ code, syscall }: NodeJS.ErrnoException): PictureAnswer =>
  syscall === undefined ? {} : { fault: code };

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
  const done = guard(asked);
  const given = await work(asked).catch(faultIn);
  done();
  if (isLong) long--;
  answer(asked.id, given);
});
