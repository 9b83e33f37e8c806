import type { Message } from '@chat/contract/messages';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { buildMessage } from '../../../test/builders.ts';
import { filesTexts } from './files.texts.ts';
import { preview } from './image-preview.tsx';
import { MessageMedia } from './message-media.tsx';

const ADDRESS = '/api/files/0198a000-0000-7000-8000-0000000000f1';
const show = (changes: Partial<Message>) =>
  render(
    <MessageMedia message={buildMessage(1, { mediaUrl: ADDRESS, fileSize: 2048, ...changes })} />,
  );
const photo = { type: 'IMAGE', fileName: 'foto.png', mediaWidth: 640, mediaHeight: 320 } as const;
const thumbnail = () => screen.getByRole('img', { name: 'foto.png' });
const download = (name: string) =>
  screen.getByRole<HTMLAnchorElement>('link', {
    name: (found) => found.startsWith(filesTexts.download(name)),
  });

afterEach(cleanup);

describe('MessageMedia', () => {
  it('keeps the place of an image and fetches its small variant, only when it is needed', () => {
    show(photo);
    const image = screen.getByRole<HTMLImageElement>('img', { name: 'foto.png' });
    expect(image.getAttribute('src')).toBe(`${ADDRESS}?size=thumb`);
    expect(image.getAttribute('loading')).toBe('lazy');
    expect(screen.getByRole('button').style.width).toBe('320px');
    expect(screen.getByRole('button').style.aspectRatio).toBe('320 / 160');
  });

  it('opens an image that is pressed', () => {
    show(photo);
    fireEvent.click(screen.getByRole('button', { name: filesTexts.viewImage('foto.png') }));
    expect(preview.read()?.messageId).toBe(buildMessage(1).uuid);
  });

  it('offers an image that cannot be shown as a file', async () => {
    vi.stubGlobal('fetch', async () => new Response(null, { status: 404 }));
    show(photo);
    fireEvent.error(thumbnail());
    const link = await screen.findByRole('link', { name: /foto\.png/ });
    expect(link.getAttribute('href')).toBe(ADDRESS);
  });

  it('keeps the place of an image that is still being made small, and shows it then', async () => {
    const asked: unknown[] = [];
    vi.stubGlobal('fetch', async (address: string, { method }: RequestInit) => {
      asked.push([method, address]);
      const headers = { 'retry-after': '1' };
      return new Response(null, asked.length < 2 ? { status: 503, headers } : { status: 200 });
    });
    show(photo);
    fireEvent.error(thumbnail());
    expect(screen.queryByRole('img')).toBeNull();
    expect(screen.getByRole('button').style.width).toBe('320px');
    expect(screen.queryByRole('link')).toBeNull();
    const image = await screen.findByRole('img', { name: 'foto.png' }, { timeout: 10_000 });
    expect(image.getAttribute('src')).toBe(`${ADDRESS}?size=thumb`);
    expect(asked).toEqual(Array(2).fill(['HEAD', `${ADDRESS}?size=thumb`]));
  });

  it('offers as a file what is there and cannot be drawn here, without asking for ever', async () => {
    vi.stubGlobal('fetch', async () => new Response(null, { status: 200 }));
    show(photo);
    fireEvent.error(thumbnail());
    fireEvent.error(await screen.findByRole('img', { name: 'foto.png' }));
    expect(download('foto.png').getAttribute('href')).toBe(ADDRESS);
  });

  it('shows of a vector image what the server has drawn, and nothing else', () => {
    const { container } = show({ type: 'IMAGE', fileName: 'Logo.SVG' });
    const image = screen.getByRole<HTMLImageElement>('img', { name: 'Logo.SVG' });
    expect(image.getAttribute('src')).toBe(`${ADDRESS}?size=thumb`);
    expect(container.querySelectorAll('img')).toHaveLength(1);
    expect(container.querySelector('object, embed, iframe, svg')).toBeNull();
  });

  it('shows a BMP itself in its place, up to a known size', () => {
    const plan = { type: 'IMAGE', fileName: 'plano.bmp', mimeType: 'image/bmp' } as const;
    show({ ...plan, mediaWidth: 3_840, mediaHeight: 2_160 });
    show({ ...plan, mediaWidth: 10_000, mediaHeight: 5_001 });
    show({ ...plan, mediaWidth: null, mediaHeight: null });
    const addresses = screen
      .getAllByRole('img', { name: 'plano.bmp' })
      .map((image) => image.getAttribute('src'));
    expect(addresses).toEqual([ADDRESS, `${ADDRESS}?size=thumb`, `${ADDRESS}?size=thumb`]);
  });

  it('plays a video in place', () => {
    show({ type: 'VIDEO', fileName: 'clip.mp4' });
    const video = screen.getByLabelText<HTMLVideoElement>(filesTexts.video('clip.mp4'));
    expect(video.getAttribute('src')).toBe(ADDRESS);
    expect(video.controls).toBe(true);
  });

  it('plays sound in place, once its player is there', async () => {
    show({ type: 'FILE', fileName: 'canción.mp3', mimeType: 'audio/mpeg', durationMs: 61_000 });
    expect(download('canción.mp3')).toBeTruthy();
    const player = await screen.findByRole('group', { name: 'Audio canción.mp3' });
    expect(player.textContent).toContain('1:01');
    const slider = screen.getByRole<HTMLInputElement>('slider', { name: 'Posición' });
    expect([slider.max, slider.getAttribute('aria-valuetext')]).toEqual(['61', '0:00 de 1:01']);
    expect(download('canción.mp3').getAttribute('href')).toBe(ADDRESS);
  });

  it('gives any other file out under its own name', () => {
    show({ type: 'FILE', fileName: 'informe.pdf' });
    expect(download('informe.pdf').download).toBe('informe.pdf');
    expect(screen.getByText('2 KB')).toBeTruthy();
  });
});
