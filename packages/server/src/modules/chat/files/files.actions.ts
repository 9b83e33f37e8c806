import { stat } from 'node:fs/promises';
import { getFile as fileRoute, type MessageType } from '@chat/contract/messages';
import type { FormFile } from '@chat/contract/route';
import type { Db } from '../../../db/database.ts';
import type { Download } from '../../../http/answer.ts';
import type { Router } from '../../../http/route.ts';
import type { Viewer } from '../../../http/viewer.ts';
import { failAlone, hourly } from '../../../jobs/worker.ts';
import { invalidField, notFound } from '../../../shared/errors.ts';
import { contentTypeOf, isInline, isSound } from '../../../shared/media-types.ts';
import { newUuid } from '../../../shared/new-uuid.ts';
import { UnsureStorageError } from '../../../storage/storage.ts';
import { recordFileReading } from '../../audit/audit.actions.ts';
import { checkClock } from '../../clock/clock.actions.ts';
import { accessFile } from '../access/chat.access.ts';
import type { ChatContext, Picture } from '../context.ts';
import {
  type FileRow,
  findUnclaimed,
  findUnclaimedSince,
  insertFile,
  type NewFile,
  removeFiles,
  thumbnailOf,
} from '../store/files.queries.ts';
import { chatTexts } from '../texts/chat.texts.ts';
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

/** The parts of a message's form that concern its file. */
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
  const { path } = file;
  if (file.size === 0) throw invalidField('image', chatTexts.emptyFile);
  // A FILE is meant to arrive as it is.
  const isBared = type !== 'FILE';
  const { mediaType, picture, durationMs } = await ctx.pictures.examine(senderId, path, isBared);
  if (type === 'IMAGE' && !picture) throw invalidField('image', chatTexts.notAnImage);
  const { width, height, thumbnail } = picture ?? noPicture;
  const { size } = await stat(path);
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

/** Removes as `removeUnclaimedFiles`, but never fails: the sweep removes later what cannot be removed now. */
export async function discardFiles(
  ctx: StoreContext & Pick<ChatContext, 'log'>,
  fileUuids: string[],
): Promise<void> {
  if (fileUuids.length === 0) return;
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
  mediaType: contentTypeOf(file),
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

const MAX_LETTERS = 255;
// Control characters, and those that turn the reading direction, so that a name cannot pretend to another ending.
const HIDDEN = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;
// How browsers write what cannot stand between the quotes of a form's header.
const ESCAPED: Record<string, string> = { '%22': '"', '%0D': '', '%0A': '' };

function bounded(name: string): string {
  const letters = [...name];
  if (letters.length <= MAX_LETTERS) return name;
  const ending = [...(/\.[^.\s]{1,20}$/.exec(name)?.[0] ?? '')];
  return letters.slice(0, MAX_LETTERS - ending.length).join('') + ending.join('');
}

/** The client's name for a file without the folders it may claim to stand in and what cannot be shown; never empty. */
export function cleanFileName(given: string): string {
  const whole = given.replace(/%(?:22|0D|0A)/g, (code) => ESCAPED[code] ?? code);
  const last = whole.toWellFormed().split(/[/\\]/).at(-1) ?? '';
  const shown = last.replace(HIDDEN, '').trim();
  return /^\.*$/.test(shown) ? chatTexts.namelessFile : bounded(shown);
}

const HOUR_MS = 3_600_000;
const BATCH = 100;
// The next hour's sweep takes the rest.
const MAX_BATCHES = 50;

type Swept = Pick<ChatContext, 'db' | 'storage' | 'staging' | 'log'>;

/** Removes files whose message was never stored, or was deleted before they were. */
export async function sweepFiles(ctx: Swept, now: number): Promise<void> {
  const anHourAgo = new Date(now - HOUR_MS);
  await ctx.staging.sweep(anHourAgo);
  const bad = new Set<string>();
  for (let batch = 0; batch < MAX_BATCHES && bad.size < BATCH; batch++) {
    const uuids = await findUnclaimedSince(ctx.db, anHourAgo, BATCH);
    await failAlone(
      uuids.filter((uuid) => !bad.has(uuid)),
      (some) => removeUnclaimedFiles(ctx, some),
      (uuid, error) => {
        bad.add(uuid);
        ctx.log.error({ err: error, uuid }, 'a file was not removed');
      },
      ctx.storage.check,
    );
    if (uuids.length < BATCH) return;
  }
}

/** By a clock that is not believed an upload under way would be an old one. */
export async function sweepFilesByClock(ctx: Swept, now: Date) {
  if (await checkClock(ctx, now)) await sweepFiles(ctx, now.getTime());
}

/** Sweeps now and every hour, until it is closed. */
export const sweepFilesHourly = (ctx: ChatContext) =>
  hourly(
    () => sweepFilesByClock(ctx, new Date()),
    (error) => ctx.log.error({ err: error }, 'files were not swept'),
  );

export function registerFileRoutes(router: Router, ctx: ChatContext): void {
  router.serveFile(fileRoute, ({ viewer, params, query }) =>
    getFile(ctx, viewer, params.fileId, query.size),
  );
}
