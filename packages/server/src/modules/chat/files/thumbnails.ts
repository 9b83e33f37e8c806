import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import type { Timing } from '../../../config/timing.ts';
import { logFailure } from '../../../db/faults.ts';
import { createKeyedQueue, type Load } from '../../../security/keyed-queue.ts';
import { AppError, unavailable } from '../../../shared/errors.ts';
import { SVG } from '../../../shared/media-types.ts';
import type { ChatContext, LargePicture, Thumbnails } from '../context.ts';
import { isClaimed, thumbnailOf, updateWithoutThumbnail } from '../store/files.queries.ts';
import { chatTexts } from '../texts/chat.texts.ts';
import { thumbnailPathOf } from './pictures/picture.ts';

type Parts = 'db' | 'storage' | 'staging' | 'pictures' | 'runSerially' | 'log';
type Deps = Pick<ChatContext, Parts> & { timing: Pick<Timing, 'thumbnailMs' | 'drawingMs'> };

// Each has a copy of its picture on the disk meanwhile.
const LIMITS = { atOnce: 3, isShared: true, maxPerKey: 200, maxTotal: 5_000 };

export const createThumbnails = (deps: Deps): Thumbnails => new ThumbnailMaker(deps);

interface Making {
  made: Promise<void>;
  /** By the clock of this process. */
  since: number;
}

class ThumbnailMaker implements Thumbnails {
  readonly #deps: Deps;
  readonly #turns = createKeyedQueue(LIMITS);
  readonly #underWay = new Map<string, Making>();

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  begin(file: LargePicture): void {
    this.#make(file).made.catch((error) =>
      logFailure(this.#deps.log, error, 'a thumbnail was not made'),
    );
  }

  async ready(file: LargePicture & { mediaType: string }): Promise<void> {
    const { thumbnailMs, drawingMs } = this.#deps.timing;
    const { made, since } = this.#make(file);
    // A page shows a card instead, and asks again when it is read again.
    const left = file.mediaType === SVG ? since + drawingMs - performance.now() : Infinity;
    const waiting = new AbortController();
    const late = pause(Math.max(0, Math.min(thumbnailMs, left)), true, {
      signal: waiting.signal,
    }).catch(() => false);
    const begun = made.catch((error) => {
      // Too many are waiting already.
      if (error instanceof AppError) return late;
      throw error;
    });
    try {
      const isLate = await Promise.race([begun, late]);
      if (isLate && left > thumbnailMs) throw unavailable(chatTexts.thumbnailUnderWay);
    } finally {
      waiting.abort();
    }
  }

  load(): Load {
    return this.#turns.load();
  }

  #make(file: LargePicture): Making {
    const known = this.#underWay.get(file.uuid);
    if (known) return known;
    const { runSerially } = this.#deps;
    const made = this.#turns
      .run(file.senderId, () =>
        runSerially(`thumbnail:${file.uuid}`, () => makeThumbnail(this.#deps, file)),
      )
      .finally(() => this.#underWay.delete(file.uuid));
    const making = { made, since: performance.now() };
    this.#underWay.set(file.uuid, making);
    return making;
  }
}

async function makeThumbnail(deps: Deps, { uuid, senderId }: LargePicture): Promise<void> {
  // Another process may have made it meanwhile.
  if (await isStored(deps, thumbnailOf(uuid))) return;
  const folder = await deps.staging.openFolder();
  try {
    const path = join(folder, 'file');
    if (!(await copyTo(path, deps, uuid))) return;
    const isDrawn = await deps.pictures.shrink(senderId, path);
    if (isDrawn) await storeThumbnail(deps, uuid, thumbnailPathOf(path));
    else await updateWithoutThumbnail(deps.db, uuid);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function isStored({ storage }: Deps, key: string): Promise<boolean> {
  const stored = await storage.read(key);
  stored?.bytes.destroy();
  return stored !== undefined;
}

/** False when the picture is not stored any more. */
async function copyTo(path: string, { storage }: Deps, fileUuid: string): Promise<boolean> {
  const stored = await storage.read(fileUuid);
  if (stored) await pipeline(stored.bytes, createWriteStream(path));
  return stored !== undefined;
}

async function storeThumbnail({ db, storage }: Deps, fileUuid: string, path: string) {
  const key = thumbnailOf(fileUuid);
  await storage.put(key, path);
  // Its message may have been deleted meanwhile, with all files that there were.
  if (!(await isClaimed(db, fileUuid))) await storage.remove([key]);
}
