import { box, mp4 } from '../../../packages/media/test/mp4.ts';
import { aac, mp3, wav } from '../../../packages/media/test/sound-formats.ts';
import { steps, webm } from '../../../packages/media/test/webm.ts';
import { type SentFile, sendFile } from '../../../packages/server/test/files.ts';
import { nestedUses, svg } from '../../../packages/server/test/vector.ts';
import { onGround } from './ground.ts';
import { measureOtherUsers, otherUserBounds, type Stage, setStage } from './stage.ts';

const AT_ONCE = 10;
const MEGABYTE = 2 ** 20;

const filledWith = (head: Buffer, piece: Buffer, megabytes = 8) =>
  Buffer.concat([head, Buffer.alloc(megabytes * MEGABYTE - head.length, piece)]);

const recordings = (): SentFile[] =>
  [
    filledWith(webm({ times: steps(600) }), Buffer.from([0xec, 0x80]), 1),
    filledWith(mp4({ ms: 900 }), box('free')),
    filledWith(mp4({ ms: 0, fragments: [20] }), box('moof', box('traf'))),
    filledWith(wav({ ms: 100 }).subarray(0, 12), Buffer.from('LIST\0\0\0\0')),
    filledWith(aac({ frames: 2 }), aac({ frames: 1 }).subarray(0, 7)),
    filledWith(mp3({ frames: 4 }), mp3({ frames: 1 })),
    filledWith(Buffer.alloc(0), Buffer.from('ID3\x03\0\0\0\0\0\0')),
  ].map((bytes) => ({ bytes }));

const pictures = (): SentFile[] => [
  { type: 'IMAGE', bytes: svg(nestedUses(6)) },
  { type: 'IMAGE', bytes: `${'<??>'.repeat(16_000)}${svg('')}` },
];

/** A colleague sends each of the files ten times at once; it is taken or refused. */
async function sendAll({ ana, chatId }: Stage, files: SentFile[]): Promise<void> {
  for (const file of files) {
    await Promise.all(Array.from({ length: AT_ONCE }, () => sendFile(ana, chatId, file)));
  }
}

export const uploads = onGround(setStage, [
  {
    name: 'a colleague sends recordings that are all heads and no sound',
    figures: otherUserBounds,
    quiet: (stage) => measureOtherUsers(stage),
    disturbed: (stage) => measureOtherUsers(stage, () => sendAll(stage, recordings())),
  },
  {
    name: 'a colleague sends pictures that unfold or never end',
    figures: otherUserBounds,
    quiet: (stage) => measureOtherUsers(stage),
    disturbed: (stage) => measureOtherUsers(stage, () => sendAll(stage, pictures())),
  },
]);
