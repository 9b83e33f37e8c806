import { setTimeout as pause } from 'node:timers/promises';
import { createOwnExport, listOwnExports } from '@chat/contract/data-exports';
import { sendText } from '../../../packages/server/test/cast.ts';
import { sendFile } from '../../../packages/server/test/files.ts';
import type { Numbers } from './by-turns.ts';
import { onGround } from './ground.ts';
import { peaksOf } from './memory-peak.ts';
import { measureOtherUsers, otherUserBounds, type Stage, setStage } from './stage.ts';

const AT_ONCE = 20;
const UPLOADS_AT_ONCE = 4;
const KB = 2 ** 10;
const LOOK_EVERY_MS = 500;

/** All that Ana takes along. */
interface Belongings {
  /** Texts that she writes. */
  texts: number;
  /** Messages that stood there before, half of them hers. */
  earlier: number;
  files: { count: number; bytes: number }[];
}

async function sendTexts({ ana, chatId }: Stage, count: number): Promise<void> {
  const text = 'presupuesto '.repeat(40);
  for (let n = 0; n < count; n += AT_ONCE) {
    await Promise.all(Array.from({ length: AT_ONCE }, () => sendText(ana, chatId, text)));
  }
}

async function sendFiles({ ana, chatId }: Stage, count: number, bytes: number): Promise<void> {
  let sent = 0;
  const send = async () => {
    for (let n = sent++; n < count; n = sent++) {
      const { status } = await sendFile(ana, chatId, { bytes: Buffer.alloc(bytes, `${n} `) });
      if (status !== 201) throw new Error(`A file was refused (${status})`);
    }
  };
  await Promise.all(Array.from({ length: UPLOADS_AT_ONCE }, send));
}

const setFullStage =
  ({ texts, earlier, files }: Belongings) =>
  async () => {
    const stage = await setStage({ messages: earlier, settings: { DAILY_MB: '0' } });
    await sendTexts(stage, texts);
    for (const { count, bytes } of files) await sendFiles(stage, count, bytes);
    return { ...stage, peaks: peaksOf(stage.pid) };
  };

async function exportAll({ ana }: Stage): Promise<void> {
  const { uuid } = (await ana.call(createOwnExport, {})).content;
  for (;;) {
    const [newest] = (await ana.call(listOwnExports, {})).content;
    if (newest?.uuid === uuid && newest.status === 'READY') return;
    await pause(LOOK_EVERY_MS);
  }
}

// A server at rest takes some 200 MB, and the ZIP was allowed 100 more.
const figures = { ...otherUserBounds, memory: { unit: 'MB', ratioAtMost: 1.5 } };

type FullStage = Awaited<ReturnType<ReturnType<typeof setFullStage>>>;

async function quiet(stage: FullStage): Promise<Numbers> {
  const [otherUsers, memory] = await stage.peaks.quietly(() => measureOtherUsers(stage));
  return { ...otherUsers, memory };
}

async function disturbed(stage: FullStage): Promise<Numbers> {
  const work = () => measureOtherUsers(stage, () => exportAll(stage));
  const [otherUsers, memory] = await stage.peaks.during(work);
  return { ...otherUsers, memory };
}

export const exports = onGround(
  setFullStage({ texts: 4_000, earlier: 0, files: [{ count: 20, bytes: 15 * KB * KB }] }),
  [{ name: 'a ZIP of 4,000 messages and 300 MB of files is made', figures, quiet, disturbed }],
);

/** This ground takes 5 GB of disk, so a run that names no row leaves it out. Few large files, and many small ones. */
export const largeExports = {
  ...onGround(
    setFullStage({
      texts: 0,
      earlier: 200_000,
      files: [
        { count: 110, bytes: 15 * KB * KB },
        { count: 4_000, bytes: 100 * KB },
      ],
    }),
    [
      {
        name: 'a ZIP of 100,000 messages and 2 GB of files is made',
        figures: {
          ...figures,
          'p95 of sends': { ...otherUserBounds['p95 of sends'], ratioAtMost: 2 },
        },
        quiet,
        disturbed,
      },
    ],
  ),
  isOnRequest: true,
};
