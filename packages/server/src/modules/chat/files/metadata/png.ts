import { crc32 } from 'node:zlib';
import { type FileBytes, WINDOW } from '../recordings/file-bytes.ts';
import { exifOf, orientationOf } from './orientation.ts';
import { Parts } from './pieces.ts';

const SIGNATURE = 8;
const HEADER = 8;
const CHECKSUM = 4;
const EXIF = 'eXIf';
const END = 'IEND';

// How colours, transparency, sides and frames are meant. Whatever a decoder must know begins with a capital.
const ABOUT_PIXELS =
  /^(?:tRNS|cHRM|gAMA|iCCP|sBIT|sRGB|cICP|mDC[Vv]|cLL[Ii]|bKGD|hIST|pHYs|sPLT|acTL|fcTL|fdAT)$/;
const isNeeded = (name: string) => /^[A-Z]/.test(name) || ABOUT_PIXELS.test(name);
const isName = (name: string) => /^[A-Za-z]{4}$/.test(name);

function chunkOf(name: string, contents: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name), contents]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(CHECKSUM)];
  length.writeUInt32BE(contents.length);
  checksum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, checksum]);
}

/** The part of a PNG that stays: its pixels, what they mean, and how the camera was held. */
export async function planPng(bytes: FileBytes): Promise<Parts | undefined> {
  const parts = new Parts(bytes.size);
  parts.keep(0, SIGNATURE);
  let isTurned = false;
  let at = SIGNATURE;
  for (let name = ''; name !== END; ) {
    const header = await bytes.exactly(HEADER, at);
    if (!header) break;
    const length = header.readUInt32BE(0);
    name = header.toString('latin1', 4, HEADER);
    if (!isName(name)) return undefined;
    const from = at;
    at += HEADER + length + CHECKSUM;
    if (isNeeded(name)) parts.keep(from, at);
    if (name !== EXIF || isTurned) continue;
    const orientation = orientationOf(await bytes.upTo(Math.min(length, WINDOW), from + HEADER));
    if (orientation === undefined) continue;
    isTurned = true;
    parts.put(chunkOf(EXIF, exifOf(orientation)));
  }
  return parts;
}
