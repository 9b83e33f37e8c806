import { describe, expect, test } from 'vitest';
import { pastedFile } from './composer-actions.ts';

interface Copied {
  text?: string;
  html?: string;
  names?: string[];
  type?: string;
}

/** The part of the page's clipboard data that the code looks at. */
function pasted({ text = '', html = '', names = ['foto.png'], type = 'image/png' }: Copied) {
  const files = names.map((name) => new File(['x'], name, { type }));
  const kinds: Record<string, string> = { 'text/plain': text, 'text/html': html };
  const data = { files, getData: (kind: string) => kinds[kind] ?? '' };
  return pastedFile(data as unknown as DataTransfer)?.name;
}

const image = '<meta charset="utf-8"><img src="https://empresa.es/foto.png">';

describe('what is pasted', () => {
  test.each<[string, Copied]>([
    ['a picture alone', {}],
    ['a picture of a browser, with its tag', { html: image }],
    [
      'a picture of a browser, with its tag and address',
      { html: image, text: 'https://empresa.es/foto.png' },
    ],
    ['a picture with its name', { text: 'foto.png' }],
    [
      'a picture with its name as another system writes it',
      { text: 'cafe\u0301', names: ['café.png'] },
    ],
    ['a picture with its path', { text: '/home/ana/Mis fotos/foto.png' }],
    ['a picture with its path of Windows', { text: 'C:\\Fotos\\foto.png' }],
    ['a picture with its address', { text: 'file:///home/ana/Mis%20fotos/foto.png' }],
    ['a picture with a broken address', { text: 'file:///home/ana/100%.png', names: ['100%.png'] }],
    [
      'a picture that was named by the browser',
      { text: 'Captura de hoy.png', names: ['image.png'] },
    ],
    [
      'a picture with what Linux writes',
      { text: 'x-special/nautilus-clipboard\ncopy\nfile:///home/ana/foto.png\n' },
    ],
    ['several pictures', { text: 'foto.png\r\notra.png', names: ['foto.png', 'otra.png'] }],
    [
      'a document with its name',
      { text: 'acta.pdf', names: ['acta.pdf'], type: 'application/pdf' },
    ],
    ['a document with any text', { text: 'Acta del lunes', names: ['acta.pdf'], type: '' }],
  ])('%s is a file', (_, copied) => {
    expect(pasted(copied)).toBe((copied.names ?? ['foto.png'])[0]);
  });

  test.each<[string, Copied]>([
    ['what Word copies', { text: 'Hola', html: '<p>Hola</p>' }],
    ['what a sheet copies', { text: '1\t2\n3\t4', html: '<table><td>1</td></table>' }],
    ['a name of a file in a sheet', { text: 'foto.png', html: '<td>foto.png</td>' }],
    ['a long text', { text: 'Hola', html: `<!--${'x'.repeat(30_000)}-->` }],
    ['a sentence without any format', { text: 'Mira la foto de ayer' }],
    ['lines without any format', { text: 'Mira\nfoto.png' }],
    ['a list of names of other pictures', { text: 'uno.png\ndos.png' }],
    ['a text with a document’s name in it', { text: 'foto.png es la buena', names: ['image.png'] }],
  ])('%s is a text', (_, copied) => {
    expect(pasted(copied)).toBeUndefined();
  });
});
