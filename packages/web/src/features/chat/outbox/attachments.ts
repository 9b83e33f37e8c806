import { create } from 'zustand';
import { readKept } from '../../../shared/persist.ts';
import { readSession } from '../../../shared/session.ts';
import { serialQueue } from '../../../shared/timing.ts';
import type { AttachmentsDatabase } from './attachments-database.ts';

const PREFIX = 'chat.outbox.';

/** One key a message, so that two tabs never write over each other's. */
export const outboxPrefix = (userId: string): string => `${PREFIX}${userId}.`;

export function outboxKey(referenceId: string): string | null {
  const userId = readSession().user?.uuid;
  return userId ? outboxPrefix(userId) + referenceId : null;
}

export const isOutboxKey = (key: string | null): boolean => key?.startsWith(PREFIX) ?? false;

/** The files of messages on their way that this page has at hand, by reference. */
export const useAttachments = create<{ files: Record<string, File> }>(() => ({ files: {} }));

const cache = (referenceId: string, file: File) =>
  useAttachments.setState(({ files }) => ({ files: { ...files, [referenceId]: file } }));

let database: Promise<AttachmentsDatabase> | undefined;
const openDatabase = () => {
  database ??= loadDatabase();
  return database;
};

/** Its library comes once the page is drawn, which needs no file. */
async function loadDatabase(): Promise<AttachmentsDatabase> {
  try {
    const { openAttachments } = await import('./attachments-database.ts');
    return await openAttachments();
  } catch (error) {
    // Without a network, say: tried again with the next file.
    database = undefined;
    throw error;
  }
}

// In the order they were asked for, or a file would be written after it was deleted.
const runSerially = serialQueue();

// A browser that stores none goes on without: the file is then lost with the page, and the message says so.
const inDatabase = <Result>(work: (files: AttachmentsDatabase) => Promise<Result>) =>
  runSerially(async () => work(await openDatabase())).catch((error: unknown) => {
    console.warn('files cannot be kept in this browser', error);
    return undefined;
  });

/** Keeps a file over reloads until its message is sent or discarded. */
export function addAttachment(referenceId: string, file: File): void {
  cache(referenceId, file);
  const key = outboxKey(referenceId);
  if (!key) return;
  copyOf(file).then(
    (copied) => {
      if (isWaiting(referenceId)) void inDatabase((files) => files.put('files', copied, key));
    },
    // The message says so when its turn comes.
    () => undefined,
  );
}

export function removeAttachment(referenceId: string): void {
  useAttachments.setState(({ files: { [referenceId]: _, ...files } }) => ({ files }));
  const key = outboxKey(referenceId);
  if (key) void inDatabase((files) => files.delete('files', key));
}

/** As it was when it was chosen. Undefined when the browser did not keep it; `FileChanged` when nobody has copied it in time. */
export async function readAttachment(referenceId: string): Promise<File | undefined> {
  const cached = useAttachments.getState().files[referenceId];
  if (cached) return copyOf(cached);
  const key = outboxKey(referenceId);
  const stored = key ? await inDatabase((files) => files.get('files', key)) : undefined;
  if (stored) cache(referenceId, isCopy(stored));
  return stored;
}

/** Deletes the files of messages that are no more: sent by a page that was closed, or of an ended login. */
export function sweepAttachments(): void {
  useAttachments.setState(({ files }) => ({
    files: Object.fromEntries(Object.entries(files).filter(([reference]) => isWaiting(reference))),
  }));
  void inDatabase(async (files) => {
    for (const key of await files.getAllKeys('files')) {
      if (readKept(key) === null) await files.delete('files', key);
    }
  });
}

function isWaiting(referenceId: string): boolean {
  const key = outboxKey(referenceId);
  return key !== null && readKept(key) !== null;
}

/** The file changed, or went away, after it was chosen. */
export class FileChanged extends Error {}

/** Files are copied in pieces of this many bytes: a large file never is in the page's memory as a whole. */
const PIECE_BYTES = 4 * 2 ** 20;

const copies = new WeakMap<File, Promise<File>>();

/**
 * A copy of a chosen file in browser storage. The file itself is only a name on the disk: once another program writes
 * there, browsers fail to read it, read other content, or never finish the upload.
 */
export function copyOf(file: File): Promise<File> {
  const begun = copies.get(file);
  if (begun) return begun;
  const copying = copy(file);
  copies.set(file, copying);
  // Whoever asks for it handles that.
  copying.catch(() => undefined);
  return copying;
}

/** Registers a file as its own copy, because no file on the disk is behind it. */
function isCopy(file: File): File {
  copies.set(file, Promise.resolve(file));
  return file;
}

async function copy(file: File): Promise<File> {
  const pieces = await piecesOf(file).catch((error: unknown) => {
    throw new FileChanged('', { cause: error });
  });
  const { name, type, lastModified } = file;
  const copied = new File(pieces, name, { type, lastModified });
  // Firefox reads whatever is there by now.
  if (copied.size !== file.size) throw new FileChanged();
  return isCopy(copied);
}

async function piecesOf(file: File): Promise<Blob[]> {
  const reader = file.stream().getReader();
  const pieces: Blob[] = [];
  let chunks: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    chunks.push(read.value);
    bytes += read.value.length;
    if (bytes < PIECE_BYTES) continue;
    pieces.push(new Blob(chunks));
    chunks = [];
    bytes = 0;
  }
  return [...pieces, new Blob(chunks)];
}
