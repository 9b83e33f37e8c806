import { setTimeout as pause } from 'node:timers/promises';
import { createOwnExport, listOwnExports } from '@chat/contract/data-exports';
import { sendText } from '../../../packages/server/test/cast.ts';
import { sendFile } from '../../../packages/server/test/files.ts';
import { onGround } from './ground.ts';
import { peaksOf } from './memory-peak.ts';
import { measureOthers, othersServed, type Stage, setStage } from './stage.ts';

const MESSAGES = 4_000;
const AT_ONCE = 20;
const FILES = 20;
const FILE_BYTES = 15 * 2 ** 20;
const LOOK_EVERY_MS = 500;

/** Ana has much to take along. */
async function setFullStage() {
  const stage = await setStage();
  const { ana, chatId, pid } = stage;
  const text = 'presupuesto '.repeat(40);
  for (let n = 0; n < MESSAGES; n += AT_ONCE) {
    await Promise.all(Array.from({ length: AT_ONCE }, () => sendText(ana, chatId, text)));
  }
  for (let n = 0; n < FILES; n++) {
    const { status } = await sendFile(ana, chatId, { bytes: Buffer.alloc(FILE_BYTES, `${n} `) });
    if (status !== 201) throw new Error(`A file was refused (${status})`);
  }
  return { ...stage, peaks: peaksOf(pid) };
}

async function exportAll({ ana }: Stage): Promise<void> {
  const { uuid } = (await ana.call(createOwnExport, {})).content;
  for (;;) {
    const [newest] = (await ana.call(listOwnExports, {})).content;
    if (newest?.uuid === uuid && newest.status === 'READY') return;
    await pause(LOOK_EVERY_MS);
  }
}

export const exports = onGround(setFullStage, [
  {
    name: 'a ZIP of 4,000 messages and 300 MB of files is made',
    // A server at rest takes some 200 MB, and the ZIP was allowed 100 more.
    figures: { ...othersServed, memory: { unit: 'MB', ratioAtMost: 1.5 } },
    async quiet(stage) {
      const [others, memory] = await stage.peaks.quietly(() => measureOthers(stage));
      return { ...others, memory };
    },
    async disturbed(stage) {
      const work = () => measureOthers(stage, () => exportAll(stage));
      const [others, memory] = await stage.peaks.during(work);
      return { ...others, memory };
    },
  },
]);
