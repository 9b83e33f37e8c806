import { listMessages } from '@chat/contract/messages';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../test/build-app.ts';
import { type Cast, gatherCast, personForm, sendText } from '../../test/cast.ts';
import { fetchFile, newestOf, picture, sentFile } from '../../test/files.ts';

let app: TestApp;
let cast: Cast;
beforeAll(async () => {
  app = await startApp();
  cast = await gatherCast(app);
});
afterAll(() => app.close());

describe('what would run in a browser', () => {
  const scripts = [
    '<script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    'javascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    '</script><svg onload=alert(1)>',
    '{{constructor.constructor("alert(1)")()}}',
  ];

  test('travels as JSON that no browser takes for a page, and is neither changed nor lost', async () => {
    for (const text of scripts) {
      await sendText(cast.ana, cast.ventasChat, text);
      expect((await newestOf(cast.bruno, cast.ventasChat))?.content).toBe(text);
    }
    const path = `${app.url}/api${listMessages.path.replace(':chatId', cast.ventasChat)}`;
    const authorization = `Bearer ${cast.bruno.token}`;
    const headers = { authorization, accept: 'text/html' };
    const answer = await fetch(path, { headers });
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  });

  test('as an e-mail is refused', async () => {
    for (const email of ['<script>@a.es', '"><img>@a.es', 'javascript:alert(1)@a.es', 'a@<b>.es']) {
      const { status } = await app.elena.request('POST', '/users', personForm(email));
      expect([email, status]).toEqual([email, 422]);
    }
  });

  test('inside a picture stays a picture: shown as what it decodes as, sandboxed, never guessed', async () => {
    const script = Buffer.from('<html><script>alert(1)</script></html>');
    const noGif = Buffer.concat([Buffer.from('GIF89a/*'), script, Buffer.from('*/=1;alert(1)')]);
    const polyglots: [string, Buffer, string][] = [
      ['a.gif', noGif, 'application/octet-stream'],
      ['b.gif', Buffer.concat([await picture('gif'), script]), 'image/gif'],
      ['a.html', Buffer.concat([await picture('jpeg'), script]), 'image/jpeg'],
      ['a.svg', Buffer.concat([await picture('png'), script]), 'image/png'],
      ['a.js', Buffer.concat([await picture('webp'), script]), 'image/webp'],
    ];
    for (const [fileName, bytes, mediaType] of polyglots) {
      const { mediaUrl } = await sentFile(cast.ana, cast.ventasChat, { fileName, bytes });
      const { headers } = await fetchFile(cast.bruno, mediaUrl);
      expect([fileName, headers.get('content-type')]).toEqual([fileName, mediaType]);
      expect(headers.get('content-security-policy')).toBe('sandbox');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
    }
  });

  test('as a document is only ever saved', async () => {
    const documents: [string, string][] = [
      ['a.html', '<!doctype html><script>alert(1)</script>'],
      ['a.svg', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'],
      ['a.xml', '<?xml version="1.0"?><x xmlns="http://www.w3.org/1999/xhtml"><script/></x>'],
      ['a.xhtml', '<html xmlns="http://www.w3.org/1999/xhtml"><script>alert(1)</script></html>'],
      ['a.pdf', '%PDF-1.7\n1 0 obj<</OpenAction<</S/JavaScript/JS(alert(1))>>>>'],
      ['a.js', 'alert(1)'],
    ];
    for (const [fileName, bytes] of documents) {
      const { mediaUrl } = await sentFile(cast.ana, cast.ventasChat, { fileName, bytes });
      const { headers } = await fetchFile(cast.bruno, mediaUrl);
      expect(headers.get('content-disposition')).toMatch(/^attachment;/);
      expect(headers.get('content-security-policy')).toBe('sandbox');
      expect(headers.get('content-type')).not.toMatch(/javascript/);
    }
  });
});
