import { createHash } from 'node:crypto';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import tar from 'tar-stream';
import type { ArchiveOutput } from './archive-output.ts';
import type { Part } from './manifest.ts';

const BLOCK = 512;
const inBlocks = (bytes: number) => Math.ceil(bytes / BLOCK) * BLOCK;

/** A tar file that goes to its output while it is made. */
export class ArchiveWriter {
  readonly parts: Part[] = [];
  readonly #pack = tar.pack();
  readonly #output: ArchiveOutput;
  readonly #written: Promise<void>;

  constructor(output: ArchiveOutput) {
    this.#output = output;
    this.#written = pipeline(this.#pack, output.stream).catch((error) => {
      throw output.explain(error);
    });
    // The next write reports it.
    this.#written.catch(() => {});
  }

  /** Of all that was added, with each part's head and the end of the file. */
  get size(): number {
    return this.parts.reduce((sum, { size }) => sum + BLOCK + inBlocks(size), 2 * BLOCK);
  }

  addBytes(name: string, bytes: Buffer): Promise<void> {
    return this.add(name, bytes.length, [bytes]);
  }

  /** Throws when other than `size` bytes come. */
  async add(name: string, size: number, bytes: Readable | Buffer[]): Promise<void> {
    await this.#output.assertRoom(size);
    const hash = createHash('sha256');
    let end: (error: Error | null | undefined) => void = () => {};
    const ended = new Promise<void>((resolve, reject) => {
      end = (error) => (error ? reject(error) : resolve());
    });
    ended.catch(() => {});
    const header = { name, size, mode: 0o600, mtime: new Date() };
    const entry = await this.#open(header, (error) => end(error));
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
    await this.#output.complete();
  }

  async abandon(): Promise<void> {
    this.#pack.destroy();
    await this.#written.catch(() => {});
    await this.#output.abandon();
  }

  /** Where the output has failed already, its reason counts: nothing can be added to the tar file then. */
  async #open(header: tar.Headers, end: (error?: Error | null) => void) {
    try {
      return this.#pack.entry(header, end);
    } catch (error) {
      await this.#written;
      throw error;
    }
  }

  /** An output that cannot be written would otherwise be waited for without end. */
  async #whileWriting(step: Promise<unknown>): Promise<void> {
    await Promise.race([step, this.#written]);
  }
}
