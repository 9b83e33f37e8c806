import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../../test/build-app.ts';
import { type Cast, gatherCast, sendText } from '../../../test/cast.ts';
import { found, search } from '../../../test/search.ts';

const MESSAGES = 200;
/** The query excludes every message, so the search must read all of them. */
const EXHAUSTIVE = '-mensaje';

let app: TestApp;
let cast: Cast;
beforeAll(async () => {
  app = await startApp();
  cast = await gatherCast(app);
  for (let n = 1; n <= MESSAGES; n++) await sendText(cast.ana, cast.ventasChat, `mensaje ${n}`);
  expect(await found(app, cast.ana, 'mensaje')).toHaveLength(20);
});
afterAll(() => app.close());

test('a hundred searches of a colleague at once are answered, and a send comes between them', async () => {
  let answered = 0;
  const searches = Array.from({ length: 100 }, async () => {
    const { status, content } = await search(cast.ana, EXHAUSTIVE);
    answered++;
    return [status, content.length];
  });
  const sent = await sendText(cast.bruno, cast.ventasChat, 'mensaje de por medio');
  expect([sent.status, answered < 100]).toEqual([201, true]);
  for (const answer of await Promise.all(searches)) expect(answer).toEqual([200, 0]);
});

test('who searches for more at once than any page does is told to come back, and others are not', async () => {
  const searches = Array.from({ length: 300 }, () => search(cast.ana, EXHAUSTIVE));
  const other = await search(cast.bruno, 'mensaje');
  expect([other.status, other.content.length]).toEqual([200, 20]);
  const statuses = (await Promise.all(searches)).map(({ status }) => status);
  expect(new Set(statuses)).toEqual(new Set([200, 429]));
  expect((await search(cast.ana, 'mensaje')).status).toBe(200);
});
