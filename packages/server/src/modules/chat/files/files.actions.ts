import type { FormFile } from '@chat/contract/files';
import type { MessageType } from '@chat/contract/messages';
import type { Db } from '../../../db/database.ts';
import type { Download } from '../../../http/download.ts';
import type { Viewer } from '../../../http/viewer.ts';
import { invalidField, notFound } from '../../../shared/errors.ts';
import { newUuid } from '../../../shared/new-uuid.ts';
import { UnsureStorageError } from '../../../storage/storage.ts';
import { recordFileReading } from '../../audit/audit.actions.ts';
import { accessFile } from '../access/files.access.ts';
import type { ChatContext, Picture } from '../context.ts';
import {
  type FileRow,
  findUnclaimed,
  insertFile,
  type NewFile,
  removeFiles,
} from '../store/files.queries.ts';
import { chatTexts } from '../texts/chat.texts.ts';
import { thumbnailOf } from './file-keys.ts';
import { cleanFileName } from './file-name.ts';
import { isInline, isSound } from './pictures/media-type.ts';
import { thumbnailPathOf } from './pictures/picture.ts';

type StoreContext = Pick<ChatContext, 'storage'> & { db: Db };

/** A file as its message presents it. */
export interface StoredFile {
  fileUuid: string;
  fileName: string;
  fileSize: number;
  fileWidth: number | null;
  fileHeight: number | null;
  fileMediaType: string;
  fileDurationMs: number | null;
  fileWaveform: number[] | null;
  /** Its small variant is yet to be made. */
  isThumbnailDue: boolean;
}

const noPicture: Picture = { width: null, height: null, thumbnail: 'none' };

/** What comes with a message that has a file. */
export interface Upload {
  type: MessageType;
  file?: FormFile | undefined;
  /** As its sender has drawn it. */
  waveform?: number[] | null | undefined;
}

/** Stores the file of a message; it waits in `files` until the message claims it. 422 if it does not suit the type. */
export async function storeFile(
  ctx: StoreContext & Pick<ChatContext, 'pictures'>,
  senderId: number,
  { type, file, waveform = null }: Upload,
): Promise<StoredFile> {
  if (!file) throw invalidField('image', chatTexts.fileRequired);
  const { path, size } = file;
  if (size === 0) throw invalidField('image', chatTexts.emptyFile);
  const { mediaType, picture, durationMs } = await ctx.pictures.examine(senderId, path);
  if (type === 'IMAGE' && !picture) throw invalidField('image', chatTexts.notAnImage);
  const { width, height, thumbnail } = picture ?? noPicture;
  const sound = { durationMs, waveform: isSound(mediaType) ? waveform : null };
  const uuid = newUuid();
  const name = cleanFileName(file.fileName);
  const hasThumbnail = thumbnail !== 'none';
  const row = { uuid, name, mediaType, size, width, height, hasThumbnail, ...sound };
  await addFile(ctx, row, async () => {
    await ctx.storage.put(uuid, path);
    if (thumbnail === 'made') await ctx.storage.put(thumbnailOf(uuid), thumbnailPathOf(path));
  });
  return presentStored(row, thumbnail === 'later');
}

/** A file of the same bytes, for a copy of its message; 404 when its bytes are gone meanwhile. */
export async function copyFile(ctx: StoreContext, source: NewFile): Promise<StoredFile> {
  const row = { ...source, uuid: newUuid() };
  let hasThumbnail = false;
  await addFile(ctx, row, async () => {
    if (!(await ctx.storage.copy(source.uuid, row.uuid))) throw notFound();
    if (row.hasThumbnail) {
      hasThumbnail = await ctx.storage.copy(thumbnailOf(source.uuid), thumbnailOf(row.uuid));
    }
  });
  return presentStored(row, row.hasThumbnail && !hasThumbnail);
}

async function addFile(ctx: StoreContext, row: NewFile, store: () => Promise<void>): Promise<void> {
  await insertFile(ctx.db, row);
  try {
    await store();
  } catch (error) {
    // The sweep removes later what cannot be removed now, or may come only then.
    const mayCome = error instanceof UnsureStorageError;
    if (!mayCome) await removeUnclaimedFiles(ctx, [row.uuid]).catch(() => undefined);
    throw error;
  }
}

const presentStored = (file: NewFile, isThumbnailDue: boolean): StoredFile => ({
  fileUuid: file.uuid,
  fileName: file.name,
  fileSize: file.size,
  fileWidth: file.width,
  fileHeight: file.height,
  fileMediaType: file.mediaType,
  fileDurationMs: file.durationMs,
  fileWaveform: file.waveform,
  isThumbnailDue,
});

/** Removes the files that no message carries. Their bytes go first, so that the sweep finds what is interrupted. */
export async function removeUnclaimedFiles(ctx: StoreContext, fileUuids: string[]): Promise<void> {
  const unclaimed = await findUnclaimed(ctx.db, fileUuids);
  if (unclaimed.length === 0) return;
  await ctx.storage.remove(unclaimed.flatMap((uuid) => [uuid, thumbnailOf(uuid)]));
  await removeFiles(ctx.db, unclaimed);
}

/** The same, without failing: the sweep removes later what cannot be removed now. */
export async function discardFiles(
  ctx: StoreContext & Pick<ChatContext, 'log'>,
  fileUuids: string[],
): Promise<void> {
  await removeUnclaimedFiles(ctx, fileUuids).catch((error) =>
    ctx.log.error({ err: error }, 'files were not removed'),
  );
}

export const discardFile = (
  ctx: StoreContext & Pick<ChatContext, 'log'>,
  fileUuid: string,
): Promise<void> => discardFiles(ctx, [fileUuid]);

const originalOf = (ctx: StoreContext, file: FileRow): Download => ({
  fileName: file.name,
  mediaType: file.mediaType,
  isInline: isInline(file.mediaType),
  etag: `"${file.uuid}"`,
  size: file.size,
  open: (range) => ctx.storage.read(file.uuid, range),
});

type Shown = StoreContext & Pick<ChatContext, 'thumbnails'>;

/** 404 without one, so that no browser unfolds a giant, or a drawing, to show it small. */
function smallOf(ctx: Shown, file: FileRow): Download {
  if (!file.hasThumbnail) throw notFound();
  const key = thumbnailOf(file.uuid);
  return {
    fileName: file.name,
    mediaType: 'image/webp',
    isInline: true,
    etag: `"${key}"`,
    size: undefined,
    async open(range) {
      const stored = await ctx.storage.read(key, range);
      if (stored) return stored;
      await ctx.thumbnails.ready(file);
      return ctx.storage.read(key, range);
    },
  };
}

export async function getFile(
  ctx: Shown,
  viewer: Viewer,
  fileUuid: string,
  variant: 'thumb' | undefined,
): Promise<Download> {
  const { file, chat } = await accessFile(ctx.db, viewer, fileUuid);
  const isThumbnail = variant === 'thumb';
  const download = isThumbnail ? smallOf(ctx, file) : originalOf(ctx, file);
  await recordFileReading(ctx.db, viewer, chat, { ...file, isThumbnail });
  return download;
}
