import { getPersonalChat } from '@chat/contract/chats';
import sharp from 'sharp';
import type { Client } from '../../../packages/server/test/client.ts';
import {
  fetchThumbnail,
  picture,
  sendFile,
  sentFile,
} from '../../../packages/server/test/files.ts';
import { watchContention } from '../../../packages/server/test/processor-time.ts';
import { percentile } from '../support/samples.ts';
import type { Numbers, Row } from './by-turns.ts';
import { onGround } from './ground.ts';
import { peaksOf } from './memory-peak.ts';
import { type Stage, setStage } from './stage.ts';

const PICTURES = 10;
const QUIET = 10;

interface Sender {
  person: Client;
  chatId: string;
}

interface PictureStage extends Stage {
  mallory: Sender;
  other: Sender;
  small: Buffer;
  peaks: ReturnType<typeof peaksOf>;
}

async function senderOf(person: Client): Promise<Sender> {
  const { content } = await person.call(getPersonalChat, {});
  return { person, chatId: content.uuid };
}

const plain = (width: number, height: number, channels: 3 | 4 = 3) =>
  sharp({ create: { width, height, channels, background: '#3366cc80' } });

/** An interlaced picture of few bytes: decoding needs all its rows in memory at once. */
const interlaced = (width: number, height: number): Promise<Buffer> =>
  plain(width, height).toColourspace('grey16').png({ progressive: true }).toBuffer();

/** The time from sending the small picture until its thumbnail is there. */
async function timeOfSmall({ other: { person, chatId }, small }: PictureStage): Promise<number> {
  const from = performance.now();
  const { mediaUrl } = await sentFile(person, chatId, { type: 'IMAGE', bytes: small });
  const { status } = await fetchThumbnail(person, mediaUrl);
  return status === 200 ? performance.now() - from : Number.POSITIVE_INFINITY;
}

/** One small picture after the other, so many at least and while `goesOn`. */
async function sendSmall(stage: PictureStage, goesOn = () => false): Promise<Numbers> {
  const contention = watchContention(stage.pid);
  const times: number[] = [];
  while (times.length < QUIET || goesOn()) times.push(await timeOfSmall(stage));
  return { 'until a small picture is there, p95': percentile(times, 0.95) / contention() };
}

async function besideHostile(stage: PictureStage, bytes: Buffer): Promise<Numbers> {
  const { person, chatId } = stage.mallory;
  let isOver = false;
  const send = () => sendFile(person, chatId, { type: 'IMAGE', bytes });
  const sending = Promise.all(Array.from({ length: PICTURES }, send)).finally(() => {
    isOver = true;
  });
  const small = await sendSmall(stage, () => !isOver);
  await sending;
  return small;
}

type Made = { name: string; make: () => Promise<Buffer> };

const rowOf = ({ name, make }: Made): Row<PictureStage> => ({
  name,
  // Tests allowed 2 s and 150 MB: a small picture takes some 100 ms in quiet, and a server at rest some 200 MB.
  figures: {
    'until a small picture is there, p95': { unit: 'ms', ratioAtMost: 20, least: 100 },
    memory: { unit: 'MB', ratioAtMost: 1.75 },
  },
  async quiet(stage) {
    const [small, memory] = await stage.peaks.quietly(() => sendSmall(stage));
    return { ...small, memory };
  },
  async disturbed(stage) {
    const bytes = await make();
    const [small, memory] = await stage.peaks.during(() => besideHostile(stage, bytes));
    return { ...small, memory };
  },
});

const kinds: Made[] = [
  {
    name: 'ten pictures that unfold without measure, larger than is drawn small',
    make: () => interlaced(10_000, 5_000),
  },
  {
    name: 'ten pictures that unfold without measure, the largest that are drawn small',
    make: () => interlaced(4_096, 6_144),
  },
  {
    name: 'ten pictures that unfold without measure, those that take most memory',
    make: () => plain(3_547, 3_547, 4).gif().toBuffer(),
  },
];

export const hostilePictures = onGround(async () => {
  const stage = await setStage();
  const { ana, bruno, pid } = stage;
  const [mallory, other] = [await senderOf(ana), await senderOf(bruno)];
  const full = { ...stage, mallory, other, small: await picture(), peaks: peaksOf(pid) };
  await sendSmall(full);
  return full;
}, kinds.map(rowOf));
