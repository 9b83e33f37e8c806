import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { reactToMessage } from '@chat/contract/messages';
import { replyToMessage, sendMessage } from '@chat/contract/writing';
import { examineRecording } from '@chat/media/recordings';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mp4 } from '../../../../../media/test/mp4.ts';
import { ogg } from '../../../../../media/test/ogg.ts';
import { aac, flac, mp3, wav } from '../../../../../media/test/sound-formats.ts';
import { steps, webm } from '../../../../../media/test/webm.ts';
import { startApp, type TestApp } from '../../../../test/build-app.ts';
import { type Cast, gatherCast } from '../../../../test/cast.ts';
import {
  blobOf,
  fetchFile,
  formOf,
  newestOf,
  picture,
  sendFile,
  sentFile,
} from '../../../../test/files.ts';

let app: TestApp;
let cast: Cast;
beforeAll(async () => {
  app = await startApp();
  cast = await gatherCast(app);
});
afterAll(() => app.close());

const sent = (bytes: Buffer) =>
  sentFile(cast.ana, cast.ventasChat, { fileName: 'grabación.bin', bytes });

const MP3_FRAME_MS = 1152 / 44.1;
const AAC_FRAME_MS = 1024 / 44.1;

const fragments = [1_000, 1_000, 480];
test.each<[string, Buffer, string, number]>([
  ['WebM as Chromium records it', webm({ times: steps(7_200) }), 'audio/webm', 7_200],
  [
    'WebM with clusters of known length',
    webm({ times: steps(4_020), isOpen: false }),
    'audio/webm',
    4_020,
  ],
  [
    'WebM with a stored length',
    webm({ times: steps(900), duration: 1_234.4 }),
    'audio/webm',
    1_234,
  ],
  ['WebM with a stored length of 0', webm({ times: steps(900), duration: 0 }), 'audio/webm', 900],
  ['WebM of one packet', webm({ times: [0, 20] }), 'audio/webm', 40],
  ['WebM with a pause before its end', webm({ times: [0, 60, 9_000] }), 'audio/webm', 9_120],
  ['Matroska', webm({ docType: 'matroska', times: steps(600) }), 'audio/matroska', 600],
  ['Ogg with Opus', ogg({ ms: 65_300 }), 'audio/ogg', 65_300],
  ['Ogg with Vorbis', ogg({ codec: 'vorbis', ms: 2_500 }), 'audio/ogg', 2_500],
  ['MP4', mp4({ ms: 61_007 }), 'audio/mp4', 61_007],
  ['MP4 as phones name it', mp4({ ms: 3_000, brand: 'M4A ' }), 'audio/mp4', 3_000],
  ['MP4 in fragments', mp4({ ms: 0, fragments }), 'audio/mp4', 2_480],
  ['MP4 in fragments with times', mp4({ ms: 0, fragments, withTimes: true }), 'audio/mp4', 2_480],
  [
    'MP4 in fragments, samples alike',
    mp4({ ms: 0, fragments, samples: 'default' }),
    'audio/mp4',
    2_480,
  ],
  [
    'MP4 in fragments, samples as the track has them',
    mp4({ ms: 0, fragments, samples: 'ofTrack' }),
    'audio/mp4',
    2_480,
  ],
  [
    'MP4 with fragments after its beginning',
    mp4({ ms: 500, fragments, withTimes: true }),
    'audio/mp4',
    2_980,
  ],
  ['MP3', mp3({ frames: 200 }), 'audio/mpeg', Math.round(200 * MP3_FRAME_MS)],
  [
    'MP3 behind a cover',
    mp3({ frames: 40, tag: 200_000 }),
    'audio/mpeg',
    Math.round(40 * MP3_FRAME_MS),
  ],
  [
    'MP3 with information',
    mp3({ frames: 41, withInformation: true }),
    'audio/mpeg',
    Math.round(40 * MP3_FRAME_MS),
  ],
  ['AAC', aac({ frames: 100 }), 'audio/aac', Math.round(100 * AAC_FRAME_MS)],
  ['FLAC', flac({ samples: 44_100 * 90_000 }), 'audio/flac', 90_000_000],
  ['WAV', wav({ ms: 1_500 }), 'audio/wav', 1_500],
  ['WAV with other chunks', wav({ ms: 1_500, withList: true }), 'audio/wav', 1_500],
  ['WAV without a length', wav({ ms: 2_000, isOpen: true }), 'audio/wav', 2_000],
])(
  'sound alone is audio, with its length by the bytes: %s',
  async (_, bytes, mimeType, durationMs) => {
    expect(await sent(bytes)).toMatchObject({ type: 'FILE', mimeType, durationMs });
  },
);

test.each<[string, Buffer, string]>([
  ['WebM', webm({ tracks: 'both', times: steps(600) }), 'video/webm'],
  ['WebM without sound', webm({ tracks: 'picture', times: steps(600) }), 'video/webm'],
  ['Matroska', webm({ tracks: 'both', docType: 'matroska' }), 'video/matroska'],
  ['Ogg', ogg({ ms: 2_000, withPicture: true }), 'video/ogg'],
  ['MP4', mp4({ tracks: 'both', ms: 2_000 }), 'video/mp4'],
  ['MP4 that says it is sound', mp4({ tracks: 'both', ms: 2_000, brand: 'M4A ' }), 'video/mp4'],
  ['QuickTime', mp4({ tracks: 'both', ms: 2_000, brand: 'qt  ' }), 'video/quicktime'],
])('with pictures it is a video: %s', async (_, bytes, mimeType) => {
  expect(await sent(bytes)).toMatchObject({ mimeType });
});

test.each<[string, Buffer, string]>([
  ['WebM without a block', webm({}), 'audio/webm'],
  ['MP4 without samples', mp4({ ms: 0 }), 'audio/mp4'],
  ['WAV without a sample', wav({ ms: 0 }), 'audio/wav'],
  ['FLAC without a length', flac({ samples: 0 }), 'audio/flac'],
  ['Ogg that breaks off', ogg({ ms: 500 }).subarray(0, 60), 'audio/ogg'],
])('a length that is not there is not made up: %s', async (_, bytes, mimeType) => {
  expect(await sent(bytes)).toMatchObject({ mimeType, durationMs: null });
});

test.each<[string, Buffer]>([
  ['a text in UTF-16', Buffer.from('\ufeffActa de la reunión', 'utf16le')],
  ['the beginning of an MP3', mp3({ frames: 1 })],
  ['a tag without sound', Buffer.from('ID3\x03\0\0\0\0\0\x05hola.')],
  ['the beginning of an AAC', aac({ frames: 1 })],
  ['the beginning of a FLAC', flac({ samples: 44_100 }).subarray(0, 30)],
  ['the beginning of a WAV', wav({ ms: 50 }).subarray(0, 30)],
])('what only begins like sound is a file to keep: %s', async (_, bytes) => {
  const { mimeType, durationMs } = await sent(bytes);
  expect([mimeType, durationMs]).toEqual(['application/octet-stream', null]);
});

describe('a recording', () => {
  test('is given out under its kind, whole and in parts, and saved', async () => {
    const bytes = webm({ times: steps(1_200) });
    const { mediaUrl } = await sent(bytes);
    const whole = await fetchFile(cast.bruno, mediaUrl);
    expect(whole.headers.get('content-type')).toBe('audio/webm');
    expect(whole.headers.get('content-disposition')).toMatch(/^attachment;/);
    expect(whole.headers.get('content-security-policy')).toBe('sandbox');
    expect(whole.bytes.equals(bytes)).toBe(true);
    const part = await fetchFile(cast.bruno, mediaUrl, { range: 'bytes=4-9' });
    expect([part.status, part.headers.get('content-type')]).toEqual([206, 'audio/webm']);
    expect(part.bytes.equals(bytes.subarray(4, 10))).toBe(true);
    expect((await fetchFile(cast.diego, mediaUrl)).status).toBe(404);
  });

  test('takes reactions, cannot be replied to, and may be a reply', async () => {
    const bytes = webm({ times: steps(600) });
    const { uuid } = await sent(bytes);
    const params = { messageId: uuid };
    const reaction = await cast.bruno.call(reactToMessage, { params, body: { emoji: '👍' } });
    expect(reaction.status).toBe(200);
    const body = { content: 'Oído' };
    expect((await cast.bruno.call(replyToMessage, { params, body })).status).toBe(422);
    const text = { type: 'TEXT', content: '¿Vienes?' } as const;
    const asked = await cast.bruno.call(sendMessage, {
      params: { chatId: cast.ventasChat },
      body: text,
    });
    const form = formOf([
      ['type', 'FILE'],
      ['waveform', '[1,2,3]'],
      ['image', blobOf(bytes), 'voz.webm'],
    ]);
    const path = `/chats/messages/${asked.content[0]?.uuid}/reply`;
    expect((await cast.ana.request('POST', path, form)).status).toBe(201);
    expect(await newestOf(cast.bruno, cast.ventasChat)).toMatchObject({
      type: 'FILE',
      mimeType: 'audio/webm',
      durationMs: 600,
      waveform: [1, 2, 3],
      replyToMessageContent: '¿Vienes?',
    });
  });
});

describe('a waveform', () => {
  const longest = JSON.stringify(Array.from({ length: 200 }, (_, index) => index % 101));
  const withWaveform = (waveform: string, bytes = webm({ times: steps(600) })) =>
    sentFile(cast.ana, cast.ventasChat, { bytes, waveform });

  test('of up to 200 numbers from 0 to 100 is what everybody reads, live and later', async () => {
    const bruno = await cast.bruno.connect();
    const message = await withWaveform(longest);
    expect(message.waveform).toEqual(JSON.parse(longest));
    const event = await bruno.waitFor('message', ({ uuid }) => uuid === message.uuid);
    expect(event).toMatchObject({ waveform: message.waveform, durationMs: 600 });
    bruno.close();
  });

  test.each(['', '[]'])('of nothing is none: %j', async (waveform) => {
    expect((await withWaveform(waveform)).waveform).toBeNull();
  });

  test('is kept with sound alone', async () => {
    expect((await withWaveform('[1]', await picture('png', 5, 5))).waveform).toBeNull();
    expect((await withWaveform('[1]', Buffer.from('hola'))).waveform).toBeNull();
    expect((await withWaveform('[1]', webm({ tracks: 'both', times: [0] }))).waveform).toBeNull();
  });

  test.each([
    ['no JSON', '[1,'],
    ['no list', '{"0":1}'],
    ['nothing', 'null'],
    ['more than 200', JSON.stringify(Array(201).fill(1))],
    ['less than 0', '[-1]'],
    ['more than 100', '[101]'],
    ['parts of a number', '[0.5]'],
    ['words', '["1"]'],
    ['no number', '[null]'],
  ])('of %s is 422 on its field, and nothing is sent', async (_, waveform) => {
    const before = await newestOf(cast.ana, cast.ventasChat);
    const file = { bytes: webm({ times: steps(60) }), waveform };
    const reply = await sendFile(cast.ana, cast.ventasChat, file);
    expect([reply.status, reply.errors]).toEqual([
      422,
      {
        waveform: ['La forma de onda debe ser una lista de hasta 200 números enteros de 0 a 100'],
      },
    ]);
    expect(await newestOf(cast.ana, cast.ventasChat)).toEqual(before);
  });

  test('and the length go along when the message is forwarded', async () => {
    const { uuid } = await withWaveform('[7,8]');
    const forward = { forwardedFrom: uuid, referenceId: 'voz reenviada' };
    const path = `/chats/${cast.ventasChat}/messages`;
    expect((await cast.bruno.request('POST', path, forward)).status).toBe(201);
    expect(await newestOf(cast.ana, cast.ventasChat)).toMatchObject({
      forwarded: true,
      mimeType: 'audio/webm',
      durationMs: 600,
      waveform: [7, 8],
    });
  });
});

test.each([
  ['is followed to its end', 100_000, 600],
  ['of a quarter of a million pieces is given up', 260_000, null],
])('a file of many pieces that say nothing %s', async (_, pieces, durationMs) => {
  const folder = await mkdtemp(join(tmpdir(), 'web-chat-pieces-'));
  const path = join(folder, 'file');
  const nothing = Buffer.alloc(2 * pieces, Buffer.of(0xec, 0x80));
  await writeFile(path, Buffer.concat([webm({ times: steps(600) }), nothing]));
  expect(await examineRecording(path, 'video/webm')).toEqual({
    mediaType: 'audio/webm',
    durationMs,
  });
  await rm(folder, { recursive: true });
});
