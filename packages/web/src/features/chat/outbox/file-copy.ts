/** The file changed, or went away, after it was chosen. */
export class FileChanged extends Error {}

/** So many bytes at a time: a large file never stands in the page's own memory as a whole. */
const PIECE_BYTES = 4 * 2 ** 20;

const copies = new WeakMap<File, Promise<File>>();

/**
 * What a chosen file holds now, in the browser's keeping. The file itself is only a name on the disk: once something else
 * writes there, browsers read nothing more of it, or something else, or send nothing for ever.
 */
export function copyOf(file: File): Promise<File> {
  const begun = copies.get(file);
  if (begun) return begun;
  const copying = copy(file);
  copies.set(file, copying);
  // Whoever asks for it handles that.
  copying.catch(() => undefined);
  return copying;
}

/** Nothing on the disk stands behind it. */
export function isCopy(file: File): File {
  copies.set(file, Promise.resolve(file));
  return file;
}

async function copy(file: File): Promise<File> {
  const pieces = await piecesOf(file).catch((error: unknown) => {
    throw new FileChanged('', { cause: error });
  });
  const { name, type, lastModified } = file;
  const copied = new File(pieces, name, { type, lastModified });
  // Firefox reads whatever is there by now.
  if (copied.size !== file.size) throw new FileChanged();
  return isCopy(copied);
}

async function piecesOf(file: File): Promise<Blob[]> {
  const reader = file.stream().getReader();
  const pieces: Blob[] = [];
  let chunks: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    chunks.push(read.value);
    bytes += read.value.length;
    if (bytes < PIECE_BYTES) continue;
    pieces.push(new Blob(chunks));
    chunks = [];
    bytes = 0;
  }
  return [...pieces, new Blob(chunks)];
}
