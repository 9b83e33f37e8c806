import { getPersonalChat } from '@chat/contract/chats';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ADMINISTRATOR } from '../../test/build-app.ts';
import { personForm } from '../../test/cast.ts';
import { Client } from '../../test/client.ts';
import { fetchThumbnail, picture, sendFile, sentFile } from '../../test/files.ts';
import { type InstalledServer, startInstalledServer } from '../../test/own-process.ts';

const PATIENTLY_MS = 240_000;
const PICTURES = 10;
const MAX_MB = 150;
/** The limit on processors of the server's own. */
const MAX_MS = 2_000;

let server: InstalledServer;
let elena: Client;

beforeAll(async () => {
  server = await startInstalledServer();
  elena = await new Client(server.url).signIn(ADMINISTRATOR);
}, PATIENTLY_MS);
afterAll(() => server.stop());

let pairs = 0;

interface Sender {
  person: Client;
  chatId: string;
}

async function comeIn(name: string): Promise<Sender> {
  const email = `${name}@empresa.local`;
  await elena.request('POST', '/users', personForm(email));
  const person = await new Client(server.url).signIn(email);
  const { content } = await person.call(getPersonalChat, {});
  return { person, chatId: content.uuid };
}

const plain = (width: number, height: number, channels: 3 | 4 = 3) =>
  sharp({ create: { width, height, channels, background: '#3366cc80' } });

/** An interlaced picture of few bytes: decoding needs all its rows in memory at once. */
const interlaced = (width: number, height: number): Promise<Buffer> =>
  plain(width, height).toColourspace('grey16').png({ progressive: true }).toBuffer();

/** The time from sending a picture until its thumbnail is there. */
async function timeOf({ person, chatId }: Sender, bytes: Buffer): Promise<number> {
  const from = performance.now();
  const { mediaUrl } = await sentFile(person, chatId, { type: 'IMAGE', bytes });
  const { status } = await fetchThumbnail(person, mediaUrl);
  expect(status).toBe(200);
  return performance.now() - from;
}

test.each([
  ['larger than is drawn small', () => interlaced(10_000, 5_000)],
  ['the largest that are', () => interlaced(4_096, 6_144)],
  ['of those the ones that take most memory', () => plain(3_547, 3_547, 4).gif().toBuffer()],
])(
  'ten pictures that unfold without measure hold nobody up and take no memory: %s',
  async (name, make) => {
    const hostile = await make();
    pairs += 1;
    const small = await picture();
    const [mallory, bruno] = [await comeIn(`mallory-${pairs}`), await comeIn(`bruno-${pairs}`)];
    for (const one of [mallory, bruno, mallory, bruno]) await timeOf(one, small);
    const atRest = server.memory();
    let most = atRest;
    const watch = setInterval(() => {
      most = Math.max(most, server.memory());
    }, 50);
    const contention = server.watchContention();
    let isOver = false;
    const file = { type: 'IMAGE', bytes: hostile } as const;
    const sending = Promise.all(
      Array.from({ length: PICTURES }, () => sendFile(mallory.person, mallory.chatId, file)),
    ).finally(() => {
      isOver = true;
    });
    const times: number[] = [];
    do {
      times.push(await timeOf(bruno, small));
    } while (!isOver);
    clearInterval(watch);
    for (const { status } of await sending) expect([201, 422, 429]).toContain(status);
    const slowest = Math.max(...times);
    const max = MAX_MS * contention();
    expect({ name, slowest: slowest < max || slowest }).toEqual({ name, slowest: true });
    expect(most - atRest).toBeLessThan(MAX_MB);
  },
  PATIENTLY_MS,
);
