import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { logFailure } from '../../../db/outage.ts';
import { createTurns } from '../../../security/turns.ts';
import { AppError, unavailable } from '../../../shared/errors.ts';
import type { ChatContext } from '../context.ts';
import { isClaimed, updateWithoutThumbnail } from '../store/files.queries.ts';
import { filesTexts } from '../texts/files.texts.ts';
import { thumbnailOf } from './file-keys.ts';
import { thumbnailPathOf } from './pictures/picture.ts';

interface Shrinkable {
  uuid: string;
  senderId: number;
}

/** The small variants of large pictures, made once their message stands; what a crash leaves out is made when it is asked for. */
export interface Thumbnails {
  /** In its turn; nobody waits. */
  begin(file: Shrinkable): void;
  /** Settles once it lies in the store, or it is known that there is none; 503 when that takes long. */
  ready(file: Shrinkable): Promise<void>;
}

type Needed = Pick<ChatContext, 'db' | 'storage' | 'uploads' | 'pictures' | 'runSerially' | 'log'>;

// A browser has few lines to a server, and a page asks for many thumbnails.
const MOST_WAIT_MS = 3_000;
// Each has a copy of its picture on the disk meanwhile.
const LIMITS = { atOnce: 3, maxPerKey: 200, maxTotal: 5_000 };

export function createThumbnails(ctx: Needed): Thumbnails {
  const line = createTurns(LIMITS);
  const underWay = new Map<string, Promise<void>>();

  /** Gives whether there was a picture to look at. */
  async function fetchTo(path: string, fileUuid: string): Promise<boolean> {
    const stored = await ctx.storage.read(fileUuid);
    if (stored) await pipeline(stored.bytes, createWriteStream(path));
    return stored !== undefined;
  }

  async function isThere(key: string): Promise<boolean> {
    const stored = await ctx.storage.read(key);
    stored?.bytes.destroy();
    return stored !== undefined;
  }

  async function keep(fileUuid: string, path: string): Promise<void> {
    const key = thumbnailOf(fileUuid);
    await ctx.storage.put(key, path);
    // Its message may have been deleted meanwhile, and taken along what there was.
    if (!(await isClaimed(ctx.db, fileUuid))) await ctx.storage.remove(key);
  }

  async function draw({ uuid, senderId }: Shrinkable): Promise<void> {
    // Another process may have been quicker.
    if (await isThere(thumbnailOf(uuid))) return;
    const folder = await ctx.uploads.openFolder();
    try {
      const path = join(folder, 'file');
      if (!(await fetchTo(path, uuid))) return;
      if (await ctx.pictures.shrink(senderId, path)) await keep(uuid, thumbnailPathOf(path));
      else await updateWithoutThumbnail(ctx.db, uuid);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  function make(file: Shrinkable): Promise<void> {
    const known = underWay.get(file.uuid);
    if (known) return known;
    const made = line
      .run({ key: String(file.senderId) }, () =>
        ctx.runSerially(`thumbnail:${file.uuid}`, () => draw(file)),
      )
      .finally(() => underWay.delete(file.uuid));
    underWay.set(file.uuid, made);
    return made;
  }

  return {
    begin(file) {
      make(file).catch((error) => logFailure(ctx.log, error, 'a thumbnail was not made'));
    },
    async ready(file) {
      const tooLate = new AbortController();
      const late = pause(MOST_WAIT_MS, true, { signal: tooLate.signal }).catch(() => false);
      const made = make(file).catch((error) => {
        // Too many are waiting already.
        if (error instanceof AppError) return late;
        throw error;
      });
      try {
        if (await Promise.race([made, late])) throw unavailable(filesTexts.thumbnailUnderWay);
      } finally {
        tooLate.abort();
      }
    },
  };
}
