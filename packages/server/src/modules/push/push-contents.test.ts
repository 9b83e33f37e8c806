import { firstOf, required } from '@chat/contract/checks';
import { setOwnNotifications } from '@chat/contract/notifications';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { mp4 } from '../../../../media/test/mp4.ts';
import { steps, webm } from '../../../../media/test/webm.ts';
import { startApp, type TestApp } from '../../../test/build-app.ts';
import { type Cast, directChatOf, gatherCast, sendText } from '../../../test/cast.ts';
import { picture, type SentFile, sentFile } from '../../../test/files.ts';
import {
  type PushedBrowser,
  type PushServiceOfTest,
  startPushService,
  trialPush,
} from '../../../test/push/push-service.ts';
import { quickPushes } from '../../../test/push/queue.ts';
import { readVapid } from '../../../test/push/vapid.ts';
import { setCompanyHours, spanFromNow } from '../../../test/working-hours.ts';
import { createLog } from '../../config/log.ts';
import { sql } from '../../db/database.ts';
import { createVapid } from './hand-over.ts';
import { summaryPush, ttlOf } from './push.texts.ts';
import { findKeys } from './subscriptions.queries.ts';

const logged: string[] = [];

let service: PushServiceOfTest;
let app: TestApp;
let cast: Cast;
let direct: string;
let bruno: PushedBrowser;
beforeAll(async () => {
  service = await startPushService();
  const log = createLog('trace', { write: (line) => void logged.push(line) });
  app = await startApp({ push: trialPush, timing: quickPushes() }, { log });
  cast = await gatherCast(app);
  direct = await directChatOf(cast.ana, cast.bruno, cast.ventas);
});
beforeEach(async () => {
  bruno = await service.subscribe(cast.bruno);
});
afterAll(async () => {
  await app.close();
  await service.stop();
});

const bodyOf = async (file: SentFile) => {
  await sentFile(cast.ana, direct, file);
  return firstOf(await bruno.expectCount(1)).body;
};
const pdf = { fileName: 'informe.pdf', bytes: '%PDF-1.4' };
const voice = { fileName: 'voz.webm', bytes: webm({ times: steps(600) }), waveform: '[1,2,3]' };
const film = { type: 'VIDEO' as const, fileName: 'v.mp4', bytes: mp4({ ms: 500, tracks: 'both' }) };
const photo = async () => ({ type: 'IMAGE' as const, fileName: 'f.png', bytes: await picture() });

describe('a push says', () => {
  test.each([
    ['Imagen', photo],
    ['Vídeo', () => film],
    ['Mensaje de voz', () => voice],
    ['Archivo: informe.pdf', () => pdf],
    ['Archivo: nota.webm', () => ({ ...voice, fileName: 'nota.webm', waveform: '' })],
  ])('of a file its kind and name: %s', async (said, file) => {
    expect(await bodyOf(await file())).toBe(said);
  });

  test.each([
    ['Imagen: La playa', photo, 'La playa'],
    ['Vídeo: así se hace', () => film, 'así se hace'],
    ['Archivo: informe.pdf: léelo', () => pdf, 'léelo'],
    [`Archivo: informe.pdf: ${'ñ'.repeat(98)}`, () => pdf, 'ñ'.repeat(200)],
  ])('and of a caption as much as of a text: %s', async (said, file, content) => {
    expect(await bodyOf({ ...(await file()), content })).toBe(said);
  });
});

test.each([
  ['1 mensaje en 1 conversación', 1, 1],
  ['2 mensajes en 1 conversación', 2, 1],
  ['12 mensajes en 3 conversaciones', 12, 3],
])('a summary says how much came: %s', (body, messages, chats) => {
  expect(summaryPush(messages, chats, 60).push).toMatchObject({ title: 'Mensajes sin leer', body });
});

describe('with PUSH_CONTENT=0', () => {
  let quiet: TestApp;
  beforeAll(async () => {
    quiet = await startApp({ push: { ...trialPush, showsContent: false } });
  });
  afterAll(() => quiet.close());

  test('a push says nothing of text, caption or file name', async () => {
    const { ana, bruno: receiver, ventasChat } = await gatherCast(quiet);
    const browser = await service.subscribe(receiver);
    const title = `${ana.email} · Ventas`;
    await sendText(ana, ventasChat, 'secreto');
    expect(firstOf(await browser.expectCount(1))).toMatchObject({ title, body: 'Nuevo mensaje' });
    await sentFile(ana, ventasChat, { ...pdf, content: 'secreto' });
    expect((await browser.expectCount(2))[1]).toMatchObject({ title, body: 'Nuevo mensaje' });
  });
});

test('it is signed in the name of PUBLIC_URL where that is https, else of the administrator', async () => {
  const keys = required(await findKeys(app.ctx.db), 'keys');
  const adminEmail = 'jefa@empresa.es';
  for (const [publicUrl, sub] of [
    ['https://chat.empresa.es', 'https://chat.empresa.es'],
    ['http://chat.empresa.es', 'mailto:jefa@empresa.es'],
    [undefined, 'mailto:jefa@empresa.es'],
  ]) {
    const vapid = createVapid(keys, { publicUrl, adminEmail });
    const { claims } = readVapid(vapid.authorize('https://push.example.com/a'));
    expect(claims).toMatchObject({ aud: 'https://push.example.com', sub });
  }
});

describe('how long a push counts', () => {
  const ttl = async (text: string) => {
    await sendText(cast.ana, direct, text);
    await bruno.expectCount(1);
    return Number(bruno.got[0]?.headers.ttl);
  };

  test("it counts until the person's hours end", async () => {
    const span = spanFromNow(-1, 3);
    await setCompanyHours(app, span.hours);
    const secondsToEnd = () => (Date.parse(span.to) - Date.now()) / 1_000;
    const most = secondsToEnd();
    const left = await ttl('dentro');
    expect(left).toBeLessThanOrEqual(most);
    expect(left).toBeGreaterThanOrEqual(Math.floor(secondsToEnd()));
    await setCompanyHours(app, null);
  });

  test('but a day for who chose to be notified outside them', async () => {
    await setCompanyHours(app, spanFromNow(-1, 3).hours);
    await cast.bruno.call(setOwnNotifications, { body: { outsideHours: true } });
    expect(await ttl('siempre')).toBe(86_400);
    await cast.bruno.call(setOwnNotifications, { body: { outsideHours: false } });
    await setCompanyHours(app, null);
  });

  const now = Date.parse('2027-03-01T10:00:00Z');
  test.each([
    [60, 0],
    [60, 59_999],
    [61, 61_000],
    [86_400, 90_000_000],
    [86_400, null],
  ])('for a minute at least, and a day at most: %i s where %s ms are left', (seconds, left) => {
    const until = left === null ? null : new Date(now + left);
    expect(ttlOf({ inside: true, outsideHours: false, until }, now)).toBe(seconds);
  });
});

test('no log holds an endpoint, a key or a text, whatever a push service answers', async () => {
  // A row that the database refuses stands whole in its error.
  await app.ctx.db.run(sql`
    alter table push_subscriptions add constraint no_such_endpoint check (endpoint not like '%/clave')`);
  const busy = { status: 429, headers: { 'retry-after': '1' } };
  const manners: PushedBrowser['manner'][] = [201, 403, 410, 503, 'reset', busy];
  const secrets = ['plan secreto'];
  for (const manner of manners) {
    const browser = await service.subscribe(await app.signIn(cast.bruno.email));
    browser.manner = manner;
    const { endpoint, keys } = browser.subscription;
    secrets.push(new URL(endpoint).pathname, keys.p256dh, keys.auth);
    await sendText(cast.ana, direct, 'plan secreto');
    await browser.expectCount(1);
    browser.manner = 201;
  }
  const nowhere = { ...service.addBrowser().subscription, endpoint: 'https://nadie.invalid/clave' };
  expect((await cast.carla.request('POST', '/push/subscriptions', nowhere)).status).toBe(500);
  expect(logged.join('')).toContain('no_such_endpoint');
  const all = logged.join('');
  secrets.push(nowhere.keys.p256dh, nowhere.keys.auth, 'nadie.invalid', new URL(service.url).host);
  for (const secret of secrets) expect(all).not.toContain(secret);
});
