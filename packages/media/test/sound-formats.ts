import { bytesOf } from './bytes.ts';

export interface Mp3Form {
  frames: number;
  /** Bytes of a tag before the frames, such as a cover picture. */
  tag?: number;
  /** The first frame has information about the encoding. */
  withInformation?: boolean;
}

/** MPEG 1, layer III, 44.1 kHz, alternately 128 and 64 kilobits: a frame lasts 1152 / 44.1 ms. */
export function mp3({ frames, tag = 0, withInformation = false }: Mp3Form): Buffer {
  const made = Array.from({ length: frames }, (_, index) => {
    const isLong = index % 2 === 0;
    const frame = Buffer.alloc(isLong ? 417 : 208);
    frame.set([0xff, 0xfb, isLong ? 0x90 : 0x50, 0xc4]);
    if (withInformation && index === 0) frame.write('Xing', 36);
    return frame;
  });
  if (tag === 0) return Buffer.concat(made);
  const length = [21, 14, 7, 0].map((shift) => (tag >> shift) & 127);
  return Buffer.concat([
    Buffer.from('ID3\x03\0\0'),
    bytesOf(...length),
    Buffer.alloc(tag),
    ...made,
  ]);
}

export interface WavForm {
  ms: number;
  /** The header was written before the length was known. */
  isOpen?: boolean;
  /** A chunk of an odd length before the sound. */
  withList?: boolean;
}

/** 8 kHz, one channel of 16 bits. */
export function wav({ ms, isOpen = false, withList = false }: WavForm): Buffer {
  const data = Buffer.alloc((ms / 1_000) * 16_000);
  const chunk = (name: string, content: Buffer, length = content.length) => {
    const header = Buffer.alloc(8);
    header.write(name);
    header.writeUInt32LE(length, 4);
    return Buffer.concat([header, content, Buffer.alloc(content.length % 2)]);
  };
  const format = Buffer.alloc(16);
  format.writeUInt16LE(1, 0);
  format.writeUInt16LE(1, 2);
  format.writeUInt32LE(8_000, 4);
  format.writeUInt32LE(16_000, 8);
  format.writeUInt16LE(2, 12);
  format.writeUInt16LE(16, 14);
  const chunks = [
    chunk('fmt ', format),
    ...(withList ? [chunk('LIST', Buffer.from('abc'))] : []),
    chunk('data', data, isOpen ? 0xffff_ffff : data.length),
  ];
  return Buffer.concat([Buffer.from('RIFF'), bytesOf(0, 0, 0, 0), Buffer.from('WAVE'), ...chunks]);
}

/** Frames alone, of 1,024 samples at 44.1 kHz, as phones and web radios write AAC. */
export function aac({ frames }: { frames: number }): Buffer {
  const frame = Buffer.alloc(100);
  frame.set([0xff, 0xf1, 0x50, 0x40, frame.length >> 3, ((frame.length & 7) << 5) | 0x1f, 0xfc]);
  return Buffer.concat(Array.from({ length: frames }, () => frame));
}

/** 44.1 kHz; `samples` is 0 if the encoder did not know their number. */
export function flac({ samples }: { samples: number }): Buffer {
  const block = Buffer.alloc(34);
  block.writeBigUInt64BE((44_100n << 44n) | (15n << 36n) | BigInt(samples), 10);
  return Buffer.concat([Buffer.from('fLaC'), bytesOf(0x80, 0, 0, 34), block, Buffer.alloc(90)]);
}
