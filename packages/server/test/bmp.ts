type Colour = readonly [red: number, green: number, blue: number];

/** Red above blue, so that a test notices a picture upside down. */
const RED: Colour = [200, 40, 40];
const BLUE: Colour = [40, 60, 200];

export interface BmpForm {
  width: number;
  /** Negative for rows from top to bottom. */
  height: number;
  bits: 1 | 4 | 8 | 16 | 24 | 32;
  compression?: 'none' | 'rle' | 'masks';
  /** 12 is the header of OS/2. */
  headerSize?: 12 | 40 | 108 | 124;
}

function compressionCode({ bits, compression = 'none' }: BmpForm): number {
  if (compression === 'rle') return bits === 4 ? 2 : 1;
  return compression === 'masks' ? 3 : 0;
}

function bmpHeader(form: BmpForm) {
  const { width, height, bits, headerSize = 40 } = form;
  const header = Buffer.alloc(14 + headerSize);
  header.write('BM');
  header.writeUInt32LE(headerSize, 14);
  if (headerSize === 12) {
    header.writeUInt16LE(width, 18);
    header.writeUInt16LE(height, 20);
    header.writeUInt16LE(bits, 24);
    return header;
  }
  header.writeInt32LE(width, 18);
  header.writeInt32LE(height, 22);
  header.writeUInt16LE(1, 26);
  header.writeUInt16LE(bits, 28);
  header.writeUInt32LE(compressionCode(form), 30);
  return header;
}

function colourTable({ bits, compression, headerSize }: BmpForm): Buffer {
  if (compression === 'masks') {
    const masks = Buffer.alloc(12);
    // The masks of red and blue are swapped, so that a decoder must read them.
    const [red, green, blue]: Colour =
      bits === 16 ? [0x1f, 0x7e0, 0xf800] : [0xff, 0xff00, 0xff0000];
    masks.writeUInt32LE(red, 0);
    masks.writeUInt32LE(green, 4);
    masks.writeUInt32LE(blue, 8);
    return masks;
  }
  if (bits > 8) return Buffer.alloc(0);
  const size = headerSize === 12 ? 3 : 4;
  const table = Buffer.alloc(2 ** bits * size);
  for (const [index, [red, green, blue]] of [RED, BLUE].entries()) {
    table.set([blue, green, red], index * size);
  }
  return table;
}

function pixel(bits: 16 | 24 | 32, hasMasks: boolean, [r, g, b]: Colour) {
  if (bits !== 16) return (hasMasks ? [r, g, b, 0] : [b, g, r, 0]).slice(0, bits / 8);
  const value = hasMasks
    ? ((b >> 3) << 11) | ((g >> 2) << 5) | (r >> 3)
    : ((r >> 3) << 10) | ((g >> 3) << 5) | (b >> 3);
  return [value & 0xff, value >> 8];
}

/** A row of one of the two colours, as the file stores it. */
function row({ width, bits, compression }: BmpForm, index: 0 | 1): Buffer {
  if (compression === 'rle') {
    const runs = Array.from({ length: Math.ceil(width / 255) }, (_, run) => [
      Math.min(255, width - run * 255),
      bits === 4 ? index * 0x11 : index,
    ]);
    return Buffer.from([...runs.flat(), 0, 0]);
  }
  const line = Buffer.alloc(Math.ceil((width * bits) / 32) * 4);
  if (bits === 1 || bits === 4 || bits === 8) {
    return line.fill(index * { 1: 0xff, 4: 0x11, 8: 1 }[bits]);
  }
  const one = pixel(bits, compression === 'masks', index === 0 ? RED : BLUE);
  for (let x = 0; x < width; x++) line.set(one, x * one.length);
  return line;
}

/** A picture whose upper half is red and whose lower half is blue. */
export function bmp(form: BmpForm): Buffer {
  const header = Buffer.concat([bmpHeader(form), colourTable(form)]);
  header.writeUInt32LE(header.length, 10);
  const high = Math.abs(form.height);
  const down = Array.from({ length: high }, (_, y) => row(form, y < high / 2 ? 0 : 1));
  const bytes = Buffer.concat([header, ...(form.height < 0 ? down : down.reverse())]);
  bytes.writeUInt32LE(bytes.length, 2);
  return bytes;
}
