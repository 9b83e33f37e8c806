import { type DBSchema, type IDBPDatabase, openDB } from 'idb';

interface Attachments extends DBSchema {
  /** Under the local-storage key of the message it belongs to; without that key it belongs to none. */
  files: { key: string; value: File };
}
export type AttachmentsDatabase = IDBPDatabase<Attachments>;

export const openAttachments = (): Promise<AttachmentsDatabase> =>
  openDB<Attachments>('chat-outbox', 1, {
    upgrade: (created) => void created.createObjectStore('files'),
  });
