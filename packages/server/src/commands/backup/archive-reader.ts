import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import tar from 'tar-stream';

export interface ArchivePart {
  name: string;
  size: number;
  /** To be read to its end before the next part comes. */
  bytes: AsyncIterable<Buffer>;
}

/** The parts of a tar file, one after the other. */
export async function* readArchive(path: string): AsyncGenerator<ArchivePart> {
  const extract = tar.extract();
  const reading = pipeline(createReadStream(path), extract);
  // The reader of the parts gets its error.
  reading.catch(() => {});
  for await (const entry of extract) {
    const { name, size = 0 } = entry.header;
    yield { name, size, bytes: entry };
  }
  await reading;
}
