import type { Message } from '@chat/contract/messages';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { ana, buildMessage } from '../../../test/builders.ts';
import type { ShownImage } from './image-dialog.tsx';
import { ImagePreview, openOwnPreview, openPreview, preview } from './image-preview.tsx';

const ADDRESS = '/api/files/0198a000-0000-7000-8000-0000000000f1';
const image = (changes: Partial<Message>) =>
  buildMessage(1, { type: 'IMAGE', mediaUrl: ADDRESS, fileName: 'foto.png', ...changes });
const show = (messages: Message[], own?: ShownImage) =>
  render(<ImagePreview messages={messages} viewerId={ana.uuid} own={own} />);
const shown = async () => (await screen.findByRole('img')).getAttribute('src');
const sized = (mimeType: string, mediaWidth: number | null, mediaHeight: number | null) =>
  image({ mimeType, mediaWidth, mediaHeight });

afterEach(() => {
  cleanup();
  preview.close();
});

describe('the large view of an image', () => {
  it.each([
    ['a photo of today', sized('image/jpeg', 8_160, 6_144)],
    ['a screen', sized('image/webp', 3_840, 2_160)],
  ])('is the image itself: %s', async (_, message) => {
    openPreview(message.uuid);
    show([message]);
    expect(await shown()).toBe(ADDRESS);
  });

  it.each([
    ['an SVG', sized('image/svg+xml', null, null)],
    ['an SVG that says how large it is', sized('image/svg+xml', 100, 100)],
    ['one of unknown size', sized('image/png', null, null)],
    ['one that unfolds without measure', sized('image/png', 30_000, 30_000)],
    ['one whose every frame does', sized('image/gif', 8_000, 8_000)],
  ])('is its small variant, and the file can be downloaded: %s', async (_, message) => {
    openPreview(message.uuid);
    const { baseElement } = show([message]);
    expect(await shown()).toBe(`${ADDRESS}?size=thumb`);
    expect(screen.getByRole('link', { name: 'Descargar foto.png' }).getAttribute('href')).toBe(
      ADDRESS,
    );
    expect(baseElement.querySelectorAll('img')).toHaveLength(1);
  });

  it('is of the bytes that are here while the image is on its way, and stays when it is stored', async () => {
    const own = { src: 'blob:foto', url: 'blob:foto', name: 'foto.png' };
    openOwnPreview('ref');
    const { rerender } = show([], own);
    expect(await shown()).toBe('blob:foto');
    const stored = { ...sized('image/png', 900, 600), referenceId: 'ref', senderId: ana.uuid };
    rerender(<ImagePreview messages={[stored]} viewerId={ana.uuid} own={undefined} />);
    expect(await shown()).toBe(ADDRESS);
  });

  it('is not of another person who has chosen the same reference', () => {
    openOwnPreview('ref');
    show([{ ...sized('image/png', 900, 600), referenceId: 'ref', senderId: 'bruno' }]);
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});
