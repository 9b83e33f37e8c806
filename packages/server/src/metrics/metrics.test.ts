import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../test/build-app.ts';
import { gatherCast, sendText } from '../../test/cast.ts';
import { version } from '../shared/version.ts';

const METRICS_TOKEN = 'clave-de-metricas';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ metricsToken: METRICS_TOKEN });
});
afterAll(() => app.close());

const read = (headers: Record<string, string> = {}) => fetch(`${app.url}/api/metrics`, { headers });
// A proxy on the same machine forwards for a caller elsewhere.
const fromElsewhere = { 'x-forwarded-for': '203.0.113.9' };

test('this machine reads the figures as Prometheus text', async () => {
  const answer = await read();
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toContain('text/plain');
  const text = await answer.text();
  expect(text).toContain('process_resident_memory_bytes');
  expect(text).toContain('chat_sockets');
});

test('the version stands in them', async () => {
  const labels = `{version="${version}",node="${process.version}"}`;
  expect(await (await read()).text()).toContain(`chat_build_info${labels} 1`);
});

test('somebody elsewhere reads them with METRICS_TOKEN alone', async () => {
  expect((await read(fromElsewhere)).status).toBe(403);
  const wrong = await read({ ...fromElsewhere, authorization: 'Bearer otra-clave' });
  expect(wrong.status).toBe(403);
  const right = await read({ ...fromElsewhere, authorization: `Bearer ${METRICS_TOKEN}` });
  expect(right.status).toBe(200);
});

test("a session's token opens no figures from elsewhere, an administrator's neither", async () => {
  const token = app.elena.token;
  const answer = await read({ ...fromElsewhere, authorization: `Bearer ${token}` });
  expect(answer.status).toBe(403);
});

test.each([
  ['TRUST_PROXY=1', { trustProxy: true }],
  ['the addresses of proxies', { trustProxy: ['10.0.0.0/8'] }],
  ['a PUBLIC_URL that others call', { publicUrl: 'https://chat.empresa.es' }],
])(
  'with %s the token is needed, and no forwarded address stands for this machine',
  async (_, settings) => {
    const proxied = await startApp({ ...settings, metricsToken: METRICS_TOKEN });
    const figuresOf = async (headers: Record<string, string>) =>
      (await fetch(`${proxied.url}/api/metrics`, { headers })).status;
    expect(await figuresOf({})).toBe(403);
    expect(await figuresOf({ 'x-forwarded-for': '127.0.0.1' })).toBe(403);
    expect(await figuresOf({ authorization: `Bearer ${METRICS_TOKEN}` })).toBe(200);
    await proxied.close();
  },
);

test('the figures name routes, sockets and events, and nobody and nothing that was said', async () => {
  const { ana, bruno, ventasChat } = await gatherCast(app);
  const live = await bruno.connect();
  await sendText(ana, ventasChat, 'Esto es secreto');
  await live.waitFor('message', ({ content }) => content === 'Esto es secreto');
  const author = await ana.connect();
  await live.emit('seen', { chatId: ventasChat });
  await author.waitFor('message:info');
  const text = await (await read()).text();
  expect(text).toMatch(/chat_sockets 2\b/);
  expect(text).toMatch(/chat_events_published_total\{event="message"\} 1\b/);
  expect(text).toMatch(/chat_events_published_total\{event="message:info"\} [1-9]/);
  expect(text).toContain('route="/api/chats/:chatId/messages",status="201"');
  for (const secret of ['secreto', 'ana@', ventasChat, METRICS_TOKEN]) {
    expect(text).not.toContain(secret);
  }
  live.close();
  author.close();
});
