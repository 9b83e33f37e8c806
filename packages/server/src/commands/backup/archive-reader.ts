import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import tar from 'tar-stream';

export interface ArchivePart {
  name: string;
  size: number;
  /** To be read to its end before the next part comes. */
  bytes: AsyncIterable<Buffer>;
}

/** In place of a path: an archive that another program hands over. */
export const STANDARD_INPUT = '-';

/** The parts of a tar file, one after the other. */
export async function* readArchive(path: string): AsyncGenerator<ArchivePart> {
  const extract = tar.extract();
  const bytes = path === STANDARD_INPUT ? process.stdin : createReadStream(path);
  const reading = pipeline(bytes, extract);
  // The reader of the parts gets its error.
  reading.catch(() => {});
  for await (const entry of extract) {
    const { name, size = 0 } = entry.header;
    yield { name, size, bytes: entry };
  }
  await reading;
}
