import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import tar from 'tar-stream';
import { isThere } from '../../db/transfer/swap-in.ts';
import { TransferRefusal } from '../../db/transfer/transfer-refusal.ts';
import { backupTexts } from '../backup.texts.ts';
import type { Part } from './manifest.ts';

/** A tar file, written beside its place under another name and there only when it is whole. For its owner's eyes alone. */
export class ArchiveWriter {
  readonly parts: Part[] = [];
  readonly #pack = tar.pack();
  readonly #draft: string;
  readonly #path: string;
  readonly #written: Promise<void>;

  constructor(path: string) {
    this.#path = path;
    this.#draft = join(dirname(path), `.${randomUUID()}.part`);
    const out = createWriteStream(this.#draft, { flags: 'wx', mode: 0o600, flush: true });
    this.#written = pipeline(this.#pack, out);
    // The next write reports it.
    this.#written.catch(() => {});
  }

  addBytes(name: string, bytes: Buffer): Promise<void> {
    return this.add(name, bytes.length, [bytes]);
  }

  /** Throws when other than `size` bytes come. */
  async add(name: string, size: number, bytes: Readable | Buffer[]): Promise<void> {
    const hash = createHash('sha256');
    let end: (error: Error | null | undefined) => void = () => {};
    const ended = new Promise<void>((resolve, reject) => {
      end = (error) => (error ? reject(error) : resolve());
    });
    ended.catch(() => {});
    const entry = this.#pack.entry({ name, size, mode: 0o600, mtime: new Date() }, (error) =>
      end(error),
    );
    for await (const chunk of bytes) {
      hash.update(chunk);
      if (!entry.write(chunk)) await this.#whileWriting(once(entry, 'drain'));
    }
    entry.end();
    await this.#whileWriting(ended);
    this.parts.push({ name, size, sha256: hash.digest('hex') });
  }

  async finish(): Promise<void> {
    this.#pack.finalize();
    await this.#written;
    if (await isThere(this.#path)) throw new TransferRefusal(backupTexts.exists(this.#path));
    await rename(this.#draft, this.#path);
    await this.#syncFolder();
  }

  async abandon(): Promise<void> {
    this.#pack.destroy();
    await this.#written.catch(() => {});
    await rm(this.#draft, { force: true });
  }

  async #syncFolder(): Promise<void> {
    const folder = await open(dirname(this.#path), 'r');
    // Some network file systems have no such thing for folders.
    await folder.sync().catch(() => {});
    await folder.close();
  }

  /** A file that cannot be written would otherwise be waited for without end. */
  async #whileWriting(step: Promise<unknown>): Promise<void> {
    await Promise.race([step, this.#written]);
  }
}
