import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, open, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable, Transform, Writable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { ZipFile } from 'yazl';
import type { Staging, StoredBytes } from '../../storage/storage.ts';

/** Others have the processor, the database and the disk after so many ms, for as long. */
const AT_ONCE_MS = 10;
/** A commit of others would wait for all that lies unwritten in the system's memory, so that no more does. */
const SYNC_BYTES = 16 * 2 ** 20;
/** A text is gathered to so many bytes. */
const TEXT_AT_ONCE = 2 ** 16;
/** A text is packed in pieces that are collected as quickly as what is made beside them: larger ones gather. */
const READ_AT_ONCE = 2 ** 14;
const MANIFEST = 'manifest.json';

/** Settles between two parts of the work, after a rest; throws once the work is to stop. */
export type Pace = () => Promise<void>;

export function createPace(signal: AbortSignal): Pace {
  let since = performance.now();
  return async () => {
    signal.throwIfAborted();
    const worked = performance.now() - since;
    if (worked < AT_ONCE_MS) return;
    await pause(worked, undefined, { signal, ref: false });
    since = performance.now();
  };
}

/** A file that leaves the disk what uploads leave (RESERVE_MB). */
class StagedFile {
  readonly #file: FileHandle;
  readonly #staging: Staging;
  #unsynced = 0;

  constructor(file: FileHandle, staging: Staging) {
    this.#file = file;
    this.#staging = staging;
  }

  async append(bytes: Uint8Array): Promise<void> {
    if (!(await this.#staging.takeRoom(bytes.length))) throw new Error('no room for a ZIP');
    await this.#file.appendFile(bytes);
    this.#unsynced += bytes.length;
    if (this.#unsynced < SYNC_BYTES) return;
    this.#unsynced = 0;
    await this.#file.datasync();
  }

  close(): Promise<void> {
    return this.#file.close();
  }
}

const writableTo = (file: StagedFile): Writable =>
  new Writable({
    write: (piece: Buffer, _, done) => {
      file.append(piece).then(() => done(), done);
    },
  });

/** A text for a ZIP, written while other texts are. */
export class StagedText {
  readonly path: string;
  readonly #file: StagedFile;
  isEmpty = true;
  // One buffer for all of it: what is gathered in strings outlives the quick collections, and memory grows by them.
  readonly #gathered = Buffer.allocUnsafeSlow(TEXT_AT_ONCE);
  #length = 0;

  constructor(path: string, file: StagedFile) {
    this.path = path;
    this.#file = file;
  }

  async write(text: string): Promise<void> {
    this.isEmpty = false;
    // No character takes more bytes than three.
    const most = 3 * text.length;
    if (this.#length + most > TEXT_AT_ONCE) await this.#flush();
    if (most > TEXT_AT_ONCE) await this.#file.append(Buffer.from(text));
    else this.#length += this.#gathered.write(text, this.#length);
  }

  async close(): Promise<void> {
    await this.#flush();
    await this.#file.close();
  }

  async #flush(): Promise<void> {
    if (this.#length > 0) await this.#file.append(this.#gathered.subarray(0, this.#length));
    this.#length = 0;
  }
}

/** A ZIP keeps this for each entry to its end: not the stream as well. */
function givenOnce(stream: Readable): (give: (error: null, stream: Readable) => void) => void {
  let given: Readable | undefined = stream;
  return (give) => {
    if (given) give(null, given);
    given = undefined;
  };
}

/**
 * A ZIP in a folder of its own, made entry by entry, so that memory holds a piece of one. A manifest has the sums of all
 * other entries.
 */
export class Archive {
  readonly path: string;
  readonly pace: Pace;
  readonly #folder: string;
  readonly #staging: Staging;
  readonly #open = new Set<StagedFile>();
  readonly #zip = new ZipFile();
  #written: Promise<void> = Promise.resolve();
  /** Ends all streams at once: those that nobody reads on would keep their files open. */
  readonly #end = new AbortController();
  #texts = 0;
  #manifest: StagedText | undefined;
  #missing: StagedText | undefined;
  #files = 0;

  constructor(folder: string, staging: Staging, pace: Pace) {
    this.path = join(folder, 'export.zip');
    this.pace = pace;
    this.#folder = folder;
    this.#staging = staging;
  }

  async start(): Promise<void> {
    const file = await this.#stage(this.path);
    const paced = new Transform({
      transform: (piece, _, done) => {
        this.pace().then(() => done(null, piece), done);
      },
    });
    const output = Readable.from(this.#zip.outputStream);
    const { signal } = this.#end;
    this.#written = pipeline(output, paced, writableTo(file), { signal });
    // Whoever adds something gets it.
    this.#zip.on('error', (error) => this.#end.abort(error));
    this.#written.catch((error) => this.#end.abort(error));
    this.#manifest = await this.openText();
    await this.#manifest.write('{\n "files": [');
  }

  /** To be put into the ZIP by `addText`. */
  async openText(): Promise<StagedText> {
    const path = join(this.#folder, `text-${++this.#texts}`);
    return new StagedText(path, await this.#stage(path));
  }

  async addText(name: string, text: StagedText): Promise<void> {
    await text.close();
    await this.#add(name, await this.#read(text), 'packed');
    await rm(text.path);
  }

  /** The bytes of a file that somebody sent, as they are. */
  async addFile(name: string, stored: StoredBytes): Promise<void> {
    await this.#add(name, stored, 'plain');
  }

  /** A file that was listed and is gone by now: the manifest says so. */
  async noteMissing(name: string): Promise<void> {
    this.#missing ??= await this.openText();
    await this.#missing.write(`${this.#missing.isEmpty ? '' : ','}\n  ${JSON.stringify(name)}`);
  }

  /** Ends it with its manifest; gives its size. */
  async end(): Promise<number> {
    const manifest = this.#manifest;
    if (!manifest) throw new Error('the ZIP was not started');
    await manifest.write('\n ],\n "missing": [');
    if (this.#missing) {
      await this.#missing.close();
      for await (const part of createReadStream(this.#missing.path, 'utf8')) {
        await manifest.write(part);
      }
    }
    await manifest.write('\n ]\n}\n');
    this.#manifest = undefined;
    await this.addText(MANIFEST, manifest);
    this.#zip.end();
    await this.#orFail(this.#written);
    await this.abandon();
    return (await stat(this.path)).size;
  }

  /** Closes all files; the maker of the folder removes the folder. */
  async abandon(): Promise<void> {
    this.#end.abort();
    await Promise.all([...this.#open].map((file) => file.close().catch(() => {})));
  }

  async #stage(path: string): Promise<StagedFile> {
    const file = new StagedFile(await open(path, 'wx', 0o600), this.#staging);
    this.#open.add(file);
    return file;
  }

  async #read({ path }: StagedText): Promise<StoredBytes> {
    const { size } = await stat(path);
    return { bytes: createReadStream(path, { highWaterMark: READ_AT_ONCE }), size };
  }

  async #add(name: string, { bytes, size }: StoredBytes, form: 'packed' | 'plain') {
    const hash = createHash('sha256');
    const summed = new Transform({
      transform: (piece, _, done) => {
        hash.update(piece);
        done(null, piece);
      },
    });
    // The ZIP takes an entry when it has written those before: others would wait for it in memory.
    const taken = [finished(summed), pipeline(bytes, summed, { signal: this.#end.signal })];
    this.#zip.addReadStreamLazy(name, { size, compress: form === 'packed' }, givenOnce(summed));
    await this.#orFail(Promise.all(taken));
    const line = JSON.stringify({ path: name, size, sha256: hash.digest('hex') });
    await this.#manifest?.write(`${this.#files++ === 0 ? '' : ','}\n  ${line}`);
  }

  /** Throws what made the whole fail. */
  async #orFail(work: Promise<unknown>): Promise<void> {
    await work.catch((error) => {
      throw this.#end.signal.reason ?? error;
    });
  }
}

const RESERVED = /^(?:con|prn|aux|nul|conin\$|conout\$|com[\d¹²³]|lpt[\d¹²³])(?:\.|$)/i;
const UNSAFE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}<>:"/\\|?*]/gu;
const MAX_BYTES = 120;

function cut(name: string): string {
  const letters = [...name];
  while (Buffer.byteLength(letters.join('')) > MAX_BYTES) letters.pop();
  return letters.join('');
}

/** A name that every system takes as that of one file in one folder; names that differ may become alike. */
export function safeName(given: string): string {
  const plain = given.normalize('NFC').toWellFormed().replace(UNSAFE, '_');
  const ending = /\.[^.\s]{1,12}$/.exec(plain)?.[0] ?? '';
  // Windows drops blanks and dots at the end.
  const name = cut(plain.slice(0, plain.length - ending.length)).trim() + ending;
  const ended = name.replace(/^[. ]+|[. ]+$/g, '') || '_';
  return RESERVED.test(ended) ? `_${ended}` : ended;
}
