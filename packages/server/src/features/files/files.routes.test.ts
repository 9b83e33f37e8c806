import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../../test/build-app.ts';
import { type Cast, gatherCast } from '../../../test/cast.ts';
import { fetchFile, picture, sentFile, storedKeys } from '../../../test/files.ts';

let app: TestApp;
let cast: Cast;
beforeAll(async () => {
  app = await startApp();
  cast = await gatherCast(app);
});
afterAll(() => app.close());

describe('a file', () => {
  test('comes back as it was sent, to everybody in the chat', async () => {
    const bytes = await picture('png', 600, 300);
    const message = await sentFile(cast.ana, cast.ventasChat, {
      type: 'IMAGE',
      fileName: 'plano.png',
      bytes,
      content: 'mira',
    });
    expect(message).toMatchObject({
      type: 'IMAGE',
      content: 'mira',
      mediaUrl: expect.stringMatching(/^\/api\/files\/[0-9a-f-]{36}$/),
      fileName: 'plano.png',
      fileSize: bytes.length,
      mediaWidth: 600,
      mediaHeight: 300,
    });
    const uuid = message.mediaUrl?.split('/').at(-1);
    expect(await storedKeys(app)).toEqual([uuid, `${uuid}.thumbnail`]);
    const response = await fetchFile(cast.bruno, message.mediaUrl);
    expect(response.status).toBe(200);
    expect(Buffer.from(await response.arrayBuffer()).equals(bytes)).toBe(true);
    expect(response.headers.get('content-type')).toBe('image/png');
    expect(response.headers.get('content-length')).toBe(String(bytes.length));
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.get('content-security-policy')).toBe('sandbox');
    expect(response.headers.get('content-disposition')).toMatch(/^inline; filename="plano\.png"/);
  });
});
