import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { press } from '../../test/show.tsx';

const NO_COOKIES = 'Sin cookies tampoco se ven imágenes ni se descargan archivos.';

/** The page is opened anew, in the browser as it is now. */
async function openPage() {
  vi.resetModules();
  const { persist, readKept } = await import('../../shared/persist.ts');
  const { StorageNotice } = await import('./storage-notice.tsx');
  return { persist, readKept, StorageNotice };
}

const said = () => screen.queryByRole('status')?.textContent ?? '';

beforeEach(() => void vi.spyOn(console, 'warn').mockImplementation(() => {}));
afterEach(cleanup);

it('a browser that has no room left is told of once something is lost with the tab, which has it', async () => {
  const { persist, readKept, StorageNotice } = await openPage();
  render(<StorageNotice />);
  expect(said()).toBe('');
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  act(() => persist('chat.login', 'secreto'));
  expect(said()).toContain('no tiene espacio');
  expect(said()).not.toContain(NO_COOKIES);
  expect(readKept('chat.login')).toBe('secreto');
  await press('Entendido');
  expect(said()).toBe('');
});

it('one that keeps nothing is told of at once, and without cookies also of images and files', async () => {
  const refuse = () => {
    throw new DOMException('denied', 'SecurityError');
  };
  vi.spyOn(window, 'localStorage', 'get').mockImplementation(refuse);
  vi.spyOn(document, 'cookie', 'get').mockReturnValue('');
  const { persist, readKept, StorageNotice } = await openPage();
  render(<StorageNotice />);
  expect(said()).toContain('no guarda nada');
  expect(said()).toContain(NO_COOKIES);
  act(() => persist('chat.login', 'secreto'));
  expect(readKept('chat.login')).toBe('secreto');
});
