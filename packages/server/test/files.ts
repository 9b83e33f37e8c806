import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { firstOf, required } from '@chat/contract/checks';
import { listMessages, type Message } from '@chat/contract/messages';
import type { CreatedMessage } from '@chat/contract/writing';
import sharp from 'sharp';
import type { TestApp } from './build-app.ts';
import type { Client, Reply } from './client.ts';

type Field = [name: string, value: string | Blob, fileName?: string];

export function formOf(fields: Field[]): FormData {
  const form = new FormData();
  for (const [name, value, fileName] of fields) {
    if (value instanceof Blob) form.append(name, value, fileName);
    else form.append(name, value);
  }
  return form;
}

export const blobOf = (bytes: Buffer | string): Blob =>
  new Blob([typeof bytes === 'string' ? bytes : new Uint8Array(bytes)]);

export const picture = async (
  format: 'png' | 'jpeg' | 'webp' | 'gif' = 'png',
  width = 600,
  height = 300,
  options = {},
): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: '#3366cc' } })
    .toFormat(format, options)
    .toBuffer();

export interface SentFile {
  type?: 'IMAGE' | 'VIDEO' | 'FILE' | 'TEXT';
  fileName?: string;
  bytes: Buffer | string;
  content?: string;
  referenceId?: string;
  /** The waveform's text in the form. */
  waveform?: string;
}

export function sendFile(
  sender: Client,
  chatId: string,
  { type = 'FILE', fileName = 'informe.bin', bytes, content, referenceId, waveform }: SentFile,
): Promise<Reply<CreatedMessage[]>> {
  const fields: Field[] = [['image', blobOf(bytes), fileName]];
  if (content !== undefined) fields.push(['content', content]);
  if (referenceId !== undefined) fields.push(['referenceId', referenceId]);
  if (waveform !== undefined) fields.push(['waveform', waveform]);
  fields.push(['type', type]);
  return sender.request('POST', `/chats/${chatId}/messages`, formOf(fields));
}

/**
 * Sends the beginning of a file of unknown size; the returned function sends the rest and returns the answer's status.
 */
export async function sendHalf(
  sender: Client,
  chatId: string,
  size = 200_000,
): Promise<() => Promise<number>> {
  const form = new Response(
    formOf([
      ['type', 'FILE'],
      ['image', new Blob(['x'.repeat(size)]), 'a medias.bin'],
    ]),
  );
  const bytes = new Uint8Array(await form.arrayBuffer());
  const body = new TransformStream<Uint8Array>();
  const writer = body.writable.getWriter();
  const request: RequestInit & { duplex: 'half' } = {
    method: 'POST',
    headers: {
      authorization: `Bearer ${sender.token}`,
      'content-type': required(form.headers.get('content-type'), 'content type'),
    },
    body: body.readable,
    duplex: 'half',
  };
  const answered = fetch(`${sender.url}/api/chats/${chatId}/messages`, request);
  await writer.write(bytes.subarray(0, 100_000));
  return async () => {
    await writer.write(bytes.subarray(100_000));
    await writer.close();
    return (await answered).status;
  };
}

/** The newest message of the chat, as the reader receives it. */
export async function newestOf(reader: Client, chatId: string): Promise<Message | undefined> {
  return (await reader.call(listMessages, { params: { chatId } })).content.at(-1);
}

/** Sends a file; returns the message as its sender reads it. */
export async function sentFile(sender: Client, chatId: string, file: SentFile): Promise<Message> {
  const reply = await sendFile(sender, chatId, file);
  if (reply.status !== 201) throw new Error(`not sent: ${reply.status} ${reply.message}`);
  // Others may have sent messages since, so the new message need not be the newest.
  const uuid = firstOf(reply.content).uuid;
  const around = { params: { chatId }, query: { around: uuid } };
  const { content } = await sender.call(listMessages, around);
  return required(
    content.find((message) => message.uuid === uuid),
    'message',
  );
}

export interface Fetched {
  status: number;
  headers: Headers;
  bytes: Buffer;
}

/** Reads a file, or any other answer, to its end. */
export async function fetchFile(
  reader: Pick<Client, 'url' | 'token'>,
  mediaUrl: string | null,
  headers: Record<string, string> = {},
  method = 'GET',
): Promise<Fetched> {
  const sent = new Headers(headers);
  if (reader.token !== undefined) sent.set('authorization', `Bearer ${reader.token}`);
  const response = await fetch(`${reader.url}${mediaUrl}`, { method, headers: sent });
  const bytes = Buffer.from(await response.arrayBuffer());
  return { status: response.status, headers: response.headers, bytes };
}

/** The thumbnail, or any other answer; a caller who asks too early asks again, as a page does. */
export async function fetchThumbnail(
  reader: Pick<Client, 'url' | 'token'>,
  mediaUrl: string | null,
): Promise<Fetched> {
  for (;;) {
    const fetched = await fetchFile(reader, `${mediaUrl}?size=thumb`);
    if (fetched.status !== 503) return fetched;
  }
}

/** The files in the folders of files and of running uploads. */
export async function storedKeys(app: TestApp): Promise<string[]> {
  const found: string[] = [];
  for (const folder of ['files', 'uploads']) {
    const root = join(app.ctx.config.dataDir, folder);
    const entries = await readdir(root, { recursive: true, withFileTypes: true }).catch(() => []);
    found.push(...entries.filter((entry) => entry.isFile()).map(({ name }) => name));
  }
  return found.sort();
}
