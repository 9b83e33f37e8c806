import { randomBytes } from 'node:crypto';
import { getPersonalChat } from '@chat/contract/chats';
import { deleteMessage, listMessages, type Message } from '@chat/contract/messages';
import { sendMessage } from '@chat/contract/writing';
import type { Client } from '../../packages/server/test/client.ts';
import {
  fetchFile,
  fetchThumbnail,
  newestOf,
  picture,
  sentFile,
} from '../../packages/server/test/files.ts';
import { required } from '../support/helpers.ts';
import type { World } from './verdict.ts';

/** Under which the bucket holds the file. */
const keyOf = ({ mediaUrl }: Message) => required(mediaUrl?.split('/').at(-1), 'key');

const RANGES: [asked: string, start: number, end?: number][] = [
  ['bytes=0-0', 0, 1],
  ['bytes=1000000-1999999', 1_000_000, 2_000_000],
  ['bytes=-7', -7],
  ['bytes=2999990-', 2_999_990],
];

async function tryReading({ company, verdict }: World): Promise<Message> {
  const [ana, bruno] = [company.person(0), company.person(1)];
  const bytes = randomBytes(3_000_000);
  const message = await sentFile(ana, company.chat, { bytes });
  const whole = await fetchFile(bruno, message.mediaUrl);
  verdict.add('a file is read whole', whole.bytes.equals(bytes), `${bytes.length} bytes`);
  const parts = await Promise.all(
    RANGES.map(async ([range, start, end]) => {
      const part = await fetchFile(bruno, message.mediaUrl, { range });
      return part.status === 206 && part.bytes.equals(bytes.subarray(start, end));
    }),
  );
  verdict.add('and in ranges', !parts.includes(false), `${parts.length} ranges`);
  return message;
}

async function tryPictures({ company, verdict }: World): Promise<Message[]> {
  const [ana, bruno] = [company.person(0), company.person(1)];
  const pictures: Message[] = [];
  for (const [size, bytes] of [
    ['small', await picture()],
    ['large', await picture('jpeg', 6_000, 4_500)],
  ] as const) {
    const message = await sentFile(ana, company.chat, { type: 'IMAGE', bytes });
    const { status, headers } = await fetchThumbnail(bruno, message.mediaUrl);
    const isSmall = status === 200 && headers.get('content-type') === 'image/webp';
    verdict.add(`a ${size} picture has its thumbnail`, isSmall);
    pictures.push(message);
  }
  return pictures;
}

/** A copy in a chat of their own. */
async function forward(ana: Client, { uuid }: Message): Promise<Message> {
  const chatId = (await ana.call(getPersonalChat, {})).content.uuid;
  const path = sendMessage.path.replace(':chatId', chatId);
  const { status, message } = await ana.request('POST', path, { forwardedFrom: uuid });
  if (status !== 201) throw new Error(`not forwarded: ${message}`);
  return required(await newestOf(ana, chatId), 'copy');
}

/** Files of every kind are sent, read, forwarded and deleted. */
export async function tryFiles(world: World): Promise<void> {
  const { ceph, company, bucket, verdict } = world;
  const ana = company.person(0);
  const before = await ceph.keysIn(bucket);
  const sent = [await tryReading(world), ...(await tryPictures(world))];
  const keys = sent.flatMap((message) => keyOf(message));
  const held = await ceph.keysIn(bucket);
  const isHeld = keys.every((key) => held.includes(key));
  verdict.add('the bucket holds them', isHeld, `${held.length} objects with thumbnails`);
  const bytes = await Promise.all(sent.map(({ mediaUrl }) => fetchFile(ana, mediaUrl)));
  const copies: Message[] = [];
  for (const message of sent) copies.push(await forward(ana, message));
  for (const { uuid } of sent) {
    await company.boss.call(deleteMessage, { params: { chatId: company.chat, messageId: uuid } });
  }
  const left = await ceph.keysIn(bucket);
  const isGone = !left.some((key) => keys.some((one) => key.startsWith(one)));
  verdict.add('a deleted message takes file and thumbnail out of the bucket', isGone);
  const statuses = await Promise.all(
    sent.map(async ({ mediaUrl }) => (await fetchFile(ana, mediaUrl)).status),
  );
  verdict.add(
    'and nobody reads it any more',
    statuses.every((status) => status === 404),
  );
  const copied = await Promise.all(copies.map(({ mediaUrl }) => fetchFile(ana, mediaUrl)));
  const isKept = copied.every((copy, index) => bytes[index]?.bytes.equals(copy.bytes));
  verdict.add('a forwarded copy stays, the same to the byte', isKept, `${copies.length} copies`);
  for (const { uuid } of copies) await ana.request('DELETE', `/chats/messages/${uuid}`);
  const after = await ceph.keysIn(bucket);
  verdict.add('with the copies the bucket is as before', after.join() === before.join());
  const text = { type: 'TEXT', content: 'Hola' } as const;
  await ana.request('POST', sendMessage.path.replace(':chatId', company.chat), text);
  const read = await company.person(1).call(listMessages, { params: { chatId: company.chat } });
  verdict.add('texts are read', read.content.at(-1)?.content === text.content);
}
