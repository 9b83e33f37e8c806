import { afterAll, beforeAll, expect, test } from 'vitest';
import { bmp } from '../../test/bmp.ts';
import { type SentFile, sendFile } from '../../test/files.ts';
import { expectOthersServed, type Stage, setStage } from '../../test/others/others-served.ts';
import { box, mp4 } from '../../test/recordings/mp4.ts';
import { aac, mp3, wav } from '../../test/recordings/sound-formats.ts';
import { steps, webm } from '../../test/recordings/webm.ts';
import { nestedUses, svg } from '../../test/vector.ts';

const AT_ONCE = 10;
const MEGABYTE = 2 ** 20;

let stage: Stage;
beforeAll(async () => {
  stage = await setStage();
}, 120_000);
afterAll(() => stage.server.stop());

const filledWith = (head: Buffer, piece: Buffer, megabytes = 8) =>
  Buffer.concat([head, Buffer.alloc(megabytes * MEGABYTE - head.length, piece)]);

/** Packed pixels that never end their row. */
function endlessRow(): Buffer {
  const head = bmp({ width: 3_000, height: 1_800, bits: 8 }).subarray(0, 14 + 40 + 256 * 4);
  head.writeUInt32LE(1, 30);
  head.writeUInt32LE(head.length, 10);
  return filledWith(head, Buffer.from([0xff, 1]));
}

/** A colleague sends each of the files ten times at once. */
async function sendAll(files: SentFile[]): Promise<void> {
  for (const file of files) {
    const sent = Array.from({ length: AT_ONCE }, () => sendFile(stage.ana, stage.chatId, file));
    for (const { status } of await Promise.all(sent)) expect([201, 422]).toContain(status);
  }
}

test('while a colleague sends recordings that are all heads and no sound, others send as before', async () => {
  const recordings = [
    filledWith(webm({ times: steps(600) }), Buffer.from([0xec, 0x80]), 1),
    filledWith(mp4({ ms: 900 }), box('free')),
    filledWith(mp4({ ms: 0, fragments: [20] }), box('moof', box('traf'))),
    filledWith(wav({ ms: 100 }).subarray(0, 12), Buffer.from('LIST\0\0\0\0')),
    filledWith(aac({ frames: 2 }), aac({ frames: 1 }).subarray(0, 7)),
    filledWith(mp3({ frames: 4 }), mp3({ frames: 1 })),
    filledWith(Buffer.alloc(0), Buffer.from('ID3\x03\0\0\0\0\0\0')),
  ];
  await expectOthersServed(stage, () => sendAll(recordings.map((bytes) => ({ bytes }))));
}, 120_000);

test('while a colleague sends pictures that unfold or never end, others send as before', async () => {
  const pictures: SentFile[] = [
    { type: 'IMAGE', bytes: svg(nestedUses(6)) },
    { type: 'IMAGE', bytes: `${'<??>'.repeat(16_000)}${svg('')}` },
    { bytes: endlessRow() },
  ];
  await expectOthersServed(stage, () => sendAll(pictures));
}, 120_000);
