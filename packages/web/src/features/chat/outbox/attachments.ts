import { create } from 'zustand';
import { readKept } from '../../../shared/persist.ts';
import { serialQueue } from '../../../shared/serial-queue.ts';
import type { AttachmentsDatabase } from './attachments-database.ts';
import { copyOf, isCopy } from './file-copy.ts';
import { outboxKey } from './outbox-key.ts';

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
