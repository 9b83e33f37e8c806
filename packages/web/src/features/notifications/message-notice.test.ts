import type { Message } from '@chat/contract/messages';
import { describe, expect, it } from 'vitest';
import { ana, bruno, buildMessage } from '../../test/builders.ts';
import { noticeOf } from './notifications.realtime.ts';

const notice = (changes: Parameters<typeof buildMessage>[1], groupName?: string) =>
  noticeOf(buildMessage(1, changes), ana.uuid, groupName);

describe('the notification of a message', () => {
  it('names who wrote, and in a group chat the group', () => {
    expect(notice({ content: 'Hola' }, 'Ventas')).toMatchObject({
      title: bruno.email,
      body: 'Hola',
    });
    expect(notice({ chatType: 'GROUP' }, 'Ventas').title).toBe(`${bruno.email} · Ventas`);
  });

  it.each<[Partial<Message>, string]>([
    [{ type: 'IMAGE', content: '', fileName: 'a.png' }, 'Imagen'],
    [{ type: 'IMAGE', content: 'Mira', fileName: 'a.png' }, 'Imagen: Mira'],
    [{ type: 'VIDEO', content: '', fileName: 'a.mp4' }, 'Vídeo'],
    [{ type: 'FILE', content: '', fileName: 'informe.pdf' }, 'Archivo: informe.pdf'],
    [{ type: 'FILE', content: 'Léelo', fileName: 'a.pdf' }, 'Archivo: a.pdf: Léelo'],
    [{ type: 'FILE', content: '', fileName: 'voz.webm', waveform: [1, 2] }, 'Mensaje de voz'],
  ])('says of %o what its push says: %s', (changes, body) => {
    expect(notice(changes).body).toBe(body);
  });

  it('says that one is mentioned, and nothing of the mention of another', () => {
    const content = '¿lo ves?';
    expect(notice({ content, mentions: [ana] }).body).toBe('Te mencionó: ¿lo ves?');
    expect(notice({ content, mentions: [bruno] }).body).toBe(content);
  });

  it('is cut without breaking a character', () => {
    const { body } = notice({ content: '😀'.repeat(500) });
    expect([...body]).toHaveLength(140);
    expect(body.endsWith('😀…')).toBe(true);
  });
});
