import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import { long } from '../../media/test/bytes.ts';
import { box } from '../../media/test/mp4.ts';

/** Stands in whatever tells of place, camera or people. */
export const SECRET = 'Calle Mayor 7';

export type NotedFormat = 'jpeg' | 'png' | 'webp';

const NOTES = {
  IFD0: { Make: SECRET, Artist: SECRET },
  IFD2: { BodySerialNumber: SECRET },
  IFD3: { GPSAreaInformation: SECRET },
};

const noise = { type: 'gaussian', mean: 120, sigma: 30 } as const;

/** As its camera writes it: turned, with a colour profile, and with notes. */
export const photo = (format: NotedFormat, options = {}, width = 60, height = 40) =>
  sharp({ create: { width, height, channels: 3, background: '#3366cc', noise } })
    .withIccProfile('p3')
    .withExif(NOTES)
    .withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/"><a>${SECRET}</a></x:xmpmeta>`)
    .withMetadata({ orientation: 6 })
    .toFormat(format, options)
    .toBuffer();

const within = (bytes: Buffer, at: number, ...added: Buffer[]) =>
  Buffer.concat([bytes.subarray(0, at), ...added, bytes.subarray(at)]);

export function segment(code: number, contents: string): Buffer {
  const bytes = Buffer.from(contents, 'latin1');
  return Buffer.concat([Buffer.of(0xff, code, 0, bytes.length + 2), bytes]);
}

const JPEG_START = 2;

/** A JPEG may hold small pictures, texts, and other pictures behind its end. */
export function notedJpeg(jpeg: Buffer): Buffer {
  const segments = [
    // A small picture of one column and five rows.
    segment(0xe0, `JFIF\0\x01\x01\0\0\x01\0\x01\x01\x05${SECRET}..`),
    segment(0xe0, `JFXX\0\x10${SECRET}`),
    segment(0xe2, `MPF\0${SECRET}`),
    segment(0xe7, SECRET),
    segment(0xed, `Photoshop 3.0\0${SECRET}`),
    segment(0xfe, SECRET),
  ];
  return Buffer.concat([within(jpeg, JPEG_START, ...segments), jpeg, Buffer.from(SECRET)]);
}

export function chunk(name: string, contents: string): Buffer {
  const named = Buffer.from(name + contents, 'latin1');
  return Buffer.concat([long(named.length - 4), named, long(crc32(named))]);
}

const IHDR_END = 33;

export function notedPng(png: Buffer): Buffer {
  const chunks = [
    chunk('tEXt', `Author\0${SECRET}`),
    chunk('iTXt', `Description\0\0\0\0\0${SECRET}`),
    chunk('zTXt', `Raw profile type exif\0\0${SECRET}`),
    chunk('tIME', `\x07\xea\x01\x01\0\0\0`),
    chunk('caBX', SECRET),
  ];
  return Buffer.concat([within(png, IHDR_END, ...chunks), Buffer.from(SECRET)]);
}

export function notedWebp(webp: Buffer): Buffer {
  const note = Buffer.concat([Buffer.from('note'), Buffer.of(SECRET.length, 0, 0, 0)]);
  const odd = Buffer.alloc(SECRET.length % 2);
  const inside = Buffer.concat([webp, note, Buffer.from(SECRET), odd]);
  inside.writeUInt32LE(inside.length - 8, 4);
  return Buffer.concat([inside, Buffer.from(SECRET)]);
}

/** A text, and what an editor writes, before the first frame. */
export function notedGif(gif: Buffer): Buffer {
  const flags = gif[10] ?? 0;
  const colours = flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0;
  const text = Buffer.concat([Buffer.of(SECRET.length), Buffer.from(SECRET), Buffer.of(0)]);
  const xmp = Buffer.concat([Buffer.of(0x21, 0xff, 11), Buffer.from('XMP DataXMP'), text]);
  const noted = within(gif, 13 + colours, Buffer.of(0x21, 0xfe), text, xmp);
  return Buffer.concat([noted, Buffer.from(SECRET)]);
}

const blank = (bytes: Buffer) => box('free', Buffer.alloc(bytes.length - 8));
const secret = Buffer.from(SECRET);
const SAMPLE = Buffer.alloc(40, 'imagen');
const XMP_ID = Buffer.from('be7acfcb97a942e89c71999491e3afac', 'hex');

/** Where the camera was, as a track of one sample at that place of the file. */
const placesTrack = (at: number, sample: number) =>
  box(
    'trak',
    box('tkhd', long(0, 0, 0, 9, 0, 0)),
    box(
      'mdia',
      box('hdlr', long(0, 0), Buffer.from('meta'), long(0, 0, 0)),
      box(
        'minf',
        box(
          'stbl',
          box('stsc', long(0, 1, 1, 1, 1)),
          box('stsz', long(0, sample, 1)),
          box('stco', long(0, 1, at)),
        ),
      ),
    ),
  );

/** A film that tells its place in all the ways that phones and cameras have; `bare`: what must come of it. */
export function notedFilm(): { noted: Buffer; bare: Buffer } {
  const keys = box(
    'keys',
    long(0, 1),
    box('mdta', Buffer.from('com.apple.quicktime.location.ISO6709')),
  );
  const place = box(
    'ilst',
    Buffer.concat([long(8 + 8 + 8 + secret.length, 1), box('data', long(1, 0), secret)]),
  );
  const notes = [
    box('udta', box('\xa9xyz', long(0), secret), box('loci', long(0), secret), box('GPMF', secret)),
    box('meta', box('hdlr', long(0, 0), Buffer.from('mdta')), keys, place),
    box('uuid', XMP_ID, secret),
  ];
  const picture = (inside: Buffer[]) =>
    box(
      'trak',
      box('tkhd', long(0, 0, 0, 1, 0, 900)),
      box('mdia', box('hdlr', long(0, 0), Buffer.from('vide'), long(0, 0, 0))),
      ...inside,
    );
  const build = (isNoted: boolean) => {
    const shown = (bytes: Buffer) => (isNoted ? bytes : blank(bytes));
    const head = box('ftyp', Buffer.from('qt  '), long(0), Buffer.from('qt  '));
    const movie = box('mvhd', long(0, 0, 0, 1_000, 900, 0x10000), Buffer.alloc(76));
    const track = picture([shown(box('udta', box('name', secret)))]);
    const before = head.length + 8 + SAMPLE.length;
    const places = shown(placesTrack(before, secret.length));
    const pictures = box('mdat', SAMPLE, isNoted ? secret : Buffer.alloc(secret.length), SAMPLE);
    const moov = box('moov', movie, track, ...notes.map(shown), places);
    return Buffer.concat([head, pictures, moov, shown(box('meta', secret))]);
  };
  return { noted: build(true), bare: build(false) };
}
