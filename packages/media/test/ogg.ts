import { bytesOf } from './bytes.ts';

interface Page {
  serial: number;
  position: bigint;
  packet: Buffer;
  flags?: number;
}

function oggPage({ serial, position, packet, flags = 0 }: Page): Buffer {
  const header = Buffer.alloc(27);
  header.write('OggS');
  header[5] = flags;
  header.writeBigUInt64LE(position, 6);
  header.writeUInt32LE(serial, 14);
  const lengths = [...Array(Math.floor(packet.length / 255)).fill(255), packet.length % 255];
  header[26] = lengths.length;
  return Buffer.concat([header, bytesOf(...lengths), packet]);
}

const opusHead = (skipped: number) => {
  const packet = Buffer.alloc(19);
  packet.write('OpusHead\x01\x01', 'latin1');
  packet.writeUInt16LE(skipped, 10);
  packet.writeUInt32LE(48_000, 12);
  return packet;
};
const vorbisHead = (rate: number) => {
  const packet = Buffer.alloc(30);
  packet.write('\x01vorbis', 'latin1');
  packet[11] = 1;
  packet.writeUInt32LE(rate, 12);
  return packet;
};

export interface OggForm {
  codec?: 'opus' | 'vorbis';
  ms: number;
  withPicture?: boolean;
}

const NO_POSITION = 2n ** 64n - 1n;

export function ogg({ codec = 'opus', ms, withPicture = false }: OggForm): Buffer {
  const [rate, skipped] = codec === 'opus' ? [48_000, 312] : [44_100, 0];
  const head = codec === 'opus' ? opusHead(skipped) : vorbisHead(rate);
  const serial = 7;
  const packet = Buffer.alloc(700, 3);
  const last = BigInt(Math.round((ms / 1_000) * rate) + skipped);
  const begin = 2;
  const theora = Buffer.from('\x80theora\x03\x02\x01', 'latin1');
  const pages: Page[] = [
    ...(withPicture ? [{ serial: 9, position: 0n, packet: theora, flags: begin }] : []),
    { serial, position: 0n, packet: head, flags: begin },
    { serial, position: last / 2n, packet },
    { serial, position: last, packet },
    // An unfinished packet, and a page of another stream: neither says where this stream ends.
    { serial, position: NO_POSITION, packet },
    { serial: 9, position: last * 9n, packet: Buffer.from('otra') },
  ];
  return Buffer.concat(pages.map(oggPage));
}
