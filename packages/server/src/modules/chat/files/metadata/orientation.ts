const ORIENTATION = 0x0112;
const ENTRY = 12;
/** The number of the kind that takes four bytes; it should have two. */
const LONG = 4;
const TURNED = [2, 3, 4, 5, 6, 7, 8];

/** Behind this name JPEG keeps what the others keep without it. */
export const EXIF_NAME = Buffer.from('Exif\0\0');

/** Numbers in the order of bytes that the block names first; one that is not there is undefined. */
function readerOf(tiff: Buffer) {
  const isLittle = tiff.toString('latin1', 0, 2) === 'II';
  const read = (at: number, length: 2 | 4) => {
    if (at < 0 || at + length > tiff.length) return undefined;
    return isLittle ? tiff.readUIntLE(at, length) : tiff.readUIntBE(at, length);
  };
  return { short: (at: number) => read(at, 2), long: (at: number) => read(at, 4) };
}

/** How the camera was held, by a block of Exif; undefined where it says nothing, or that it was held upright. */
export function orientationOf(exif: Buffer): number | undefined {
  const isNamed = exif.toString('latin1', 0, 5) === 'Exif\0';
  const tiff = isNamed ? exif.subarray(EXIF_NAME.length) : exif;
  const { short, long } = readerOf(tiff);
  const entries = long(4) ?? 0;
  const count = short(entries) ?? 0;
  for (let index = 0; index < count; index++) {
    const at = entries + 2 + index * ENTRY;
    const tag = short(at);
    if (tag === undefined) return undefined;
    if (tag !== ORIENTATION) continue;
    const kind = short(at + 2);
    const value = kind === LONG ? long(at + 8) : short(at + 8);
    return TURNED.find((turned) => turned === value);
  }
  return undefined;
}

/** A block of Exif that says this alone. */
export function exifOf(orientation: number): Buffer {
  const tiff = Buffer.from(
    'MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\0\0\0\0\0\0\0',
    'latin1',
  );
  tiff.writeUInt16BE(orientation, 18);
  return tiff;
}
