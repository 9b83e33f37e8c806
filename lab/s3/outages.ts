import { createHash, randomBytes, randomInt, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { listMessages, type Message } from '@chat/contract/messages';
import type { Client } from '../../packages/server/test/client.ts';
import { fetchFile, sendFile } from '../../packages/server/test/files.ts';
import type { Ceph } from '../machines/ceph.ts';
import type { Company } from './company.ts';
import type { World } from './verdict.ts';

/** At least so many are sent, and no fewer than go while faults strike. */
const UPLOADS = 400;
const UPLOADERS = 6;
const RETRY_MS = 400;
const LONGEST_WAIT_MS = 15_000;
const LARGEST_P95_MS = 100;
const CLEAR = /^El almacén de archivos no responde\./;

interface Upload {
  fileName: string;
  sum: string;
  uuid?: string;
}

interface Seen {
  uploads: Upload[];
  refusals: number;
  /** Neither stored nor refused as it should be. */
  wrong: string[];
  longestWaitMs: number;
  textMs: number[];
  isStriking: boolean;
}

const sumOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

/** Some kill the gateway, some have it hang for long or for a moment; all heal. */
async function strike(ceph: Ceph, seen: Seen): Promise<void> {
  for (const hangMs of [10_000, 3_000, 18_000]) {
    await pause(2_000);
    await ceph.killGateway();
    await pause(1_500);
    await ceph.startGateway();
    await pause(2_000);
    ceph.freezeGateway();
    await pause(hangMs);
    ceph.resumeGateway();
  }
  seen.isStriking = false;
}

/** One file as a page sends it: the same again until it is stored. */
async function upload(client: Client, chat: string, seen: Seen): Promise<void> {
  const referenceId = randomUUID();
  const bytes = randomBytes(randomInt(8) === 0 ? 1_500_000 : randomInt(1_000, 200_000));
  const file = { bytes, referenceId, fileName: `${referenceId}.bin` };
  const sent: Upload = { fileName: file.fileName, sum: sumOf(bytes) };
  seen.uploads.push(sent);
  for (;;) {
    const started = performance.now();
    const { status, message, content } = await sendFile(client, chat, file);
    seen.longestWaitMs = Math.max(seen.longestWaitMs, performance.now() - started);
    if (status === 201 || status === 200) {
      sent.uuid = content[0]?.uuid ?? '';
      break;
    }
    if (status === 503 && CLEAR.test(message)) seen.refusals++;
    else seen.wrong.push(`${status} ${message}`);
    await pause(RETRY_MS);
  }
  // Its answer was lost, say: the page asks once more.
  if (seen.uploads.length % 10 !== 0) return;
  const repeat = await sendFile(client, chat, file).catch(() => undefined);
  const isSame = repeat?.status === 503 || repeat?.content[0]?.uuid === sent.uuid;
  if (!isSame) seen.wrong.push(`a repeat: ${repeat?.status} ${repeat?.message}`);
}

async function uploadOn(client: Client, chat: string, seen: Seen): Promise<void> {
  while (seen.isStriking || seen.uploads.length < UPLOADS) {
    await upload(client, chat, seen);
    // Some hundred are enough: they are spread over the faults.
    if (seen.isStriking) await pause(300);
  }
}

async function writeOn(client: Client, chat: string, seen: Seen): Promise<void> {
  while (seen.isStriking) {
    const text = { type: 'TEXT', content: 'Hola', referenceId: randomUUID() };
    const started = performance.now();
    const { status, message } = await client.request('POST', `/chats/${chat}/messages`, text);
    seen.textMs.push(performance.now() - started);
    if (status !== 201) seen.wrong.push(`a text: ${status} ${message}`);
    await pause(100);
  }
}

async function allMessages({ people: [ana], chat }: Company): Promise<Message[]> {
  const messages: Message[] = [];
  for (let page = 1; ana; page++) {
    const { content } = await ana.call(listMessages, {
      params: { chatId: chat },
      query: { page: `${page}` },
    });
    if (content.length === 0) break;
    messages.push(...content);
  }
  return messages;
}

/** Looks at what is stored in the end: each once, and the same to the byte. */
async function judge({ ceph, company, bucket, verdict }: World, seen: Seen): Promise<void> {
  const messages = await allMessages(company);
  let [lost, doubled, altered] = [0, 0, 0];
  for (const { fileName, sum, uuid } of seen.uploads) {
    const stored = messages.filter((message) => message.fileName === fileName);
    const [message] = stored;
    if (stored.length > 1) doubled++;
    if (message === undefined || message.uuid !== uuid) lost++;
    else {
      const { bytes } = await fetchFile(company.person(1), message.mediaUrl);
      if (sumOf(bytes) !== sum) altered++;
    }
  }
  const held = await ceph.keysIn(bucket);
  const named = new Set(messages.map(({ mediaUrl }) => mediaUrl?.split('/').at(-1)));
  const left = held.filter((key) => !named.has(key.replace('.thumbnail', ''))).length;
  verdict.add('none lost that was answered', lost === 0, `${seen.uploads.length} uploads`);
  verdict.add('none altered', altered === 0, `${left} left in the bucket for the sweep`);
  verdict.add('each stored once', doubled === 0);
}

/** People send files and texts while the gateway is killed and started again, and while it hangs. */
export async function tryOutages(world: World): Promise<void> {
  const { ceph, company, verdict } = world;
  const [{ people, chat }, writers] = [company, company.people.slice(UPLOADERS)];
  const seen: Seen = {
    uploads: [],
    refusals: 0,
    wrong: [],
    longestWaitMs: 0,
    textMs: [],
    isStriking: true,
  };
  await Promise.all([
    strike(ceph, seen),
    ...people.slice(0, UPLOADERS).map((client) => uploadOn(client, chat, seen)),
    ...writers.map((client) => writeOn(client, chat, seen)),
  ]);
  await judge(world, seen);
  const seconds = (seen.longestWaitMs / 1_000).toFixed(1);
  const isInTime = seen.longestWaitMs <= LONGEST_WAIT_MS;
  verdict.add('no upload waits more than 15 s', isInTime, `at most ${seconds} s`);
  const isClear = seen.wrong.length === 0 && seen.refusals > 0;
  verdict.add('refusals are 503 and say it in Spanish', isClear, `${seen.refusals} refusals`);
  for (const words of new Set(seen.wrong)) console.log(`  answered: ${words}`);
  const times = seen.textMs.sort((a, b) => a - b);
  const p95 = times[Math.floor(times.length * 0.95)] ?? Number.POSITIVE_INFINITY;
  const figure = `p95 ${p95.toFixed(0)} ms of ${times.length}`;
  verdict.add(`texts go on at p95 ≤ ${LARGEST_P95_MS} ms`, p95 <= LARGEST_P95_MS, figure);
  verdict.add('in the end the health is well', (await company.health()).status === 200);
}
