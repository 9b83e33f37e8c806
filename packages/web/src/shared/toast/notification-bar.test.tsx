import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import styles from './notification-bar.module.css';
import { NotificationBar } from './notification-bar.tsx';
import { notify } from './notify.ts';

beforeEach(() => {
  vi.useFakeTimers();
  render(<NotificationBar />);
});

afterEach(() => {
  act(() => vi.runAllTimers());
  cleanup();
  vi.useRealTimers();
});

const later = (ms: number) => act(() => vi.advanceTimersByTime(ms));

it('shows a notice for four seconds, as a status', () => {
  act(() => notify('Usuario registrado correctamente'));
  expect(screen.getByRole('status').textContent).toContain('Usuario registrado correctamente');
  expect(screen.getByRole('alert').textContent).toBe('');
  later(3_999);
  expect(screen.getByRole('status').textContent).toContain('Usuario registrado correctamente');
  later(1);
  expect(screen.getByRole('status').textContent).toBe('');
});

it('shows a failure as an alert', () => {
  act(() => notify('Ocurrió un error', 'error'));
  expect(screen.getByRole('alert').textContent).toContain('Ocurrió un error');
  expect(screen.getByRole('status').textContent).toBe('');
});

it('gives a newer notice its own four seconds', () => {
  act(() => notify('Proyecto registrado correctamente'));
  later(3_000);
  act(() => notify('Proyecto actualizado correctamente'));
  later(3_000);
  expect(screen.getByRole('status').textContent).toBe('Proyecto actualizado correctamente');
});

describe('stands under the top bar', () => {
  const isUnderTopBar = () =>
    screen.getByRole('status').parentElement?.classList.contains(styles.underTopBar ?? '-');
  const add = (html: string) => {
    const part = document.createElement('div');
    part.innerHTML = html;
    document.body.append(part);
    return part;
  };
  const topBar = () => add('<header><button>Abrir menú</button></header>');

  it('while one can press something there', async () => {
    vi.useRealTimers();
    const bar = topBar();
    act(() => notify('Guardado'));
    expect(isUnderTopBar()).toBe(true);
    const dialog = add('<div role="dialog"></div>');
    await waitFor(() => expect(isUnderTopBar()).toBe(false));
    dialog.remove();
    await waitFor(() => expect(isUnderTopBar()).toBe(true));
    bar.remove();
    await waitFor(() => expect(isUnderTopBar()).toBe(false));
    vi.useFakeTimers();
  });

  it('not on a page whose header has no button', () => {
    const header = add('<header>WEB CHAT</header>');
    act(() => notify('Guardado'));
    expect(isUnderTopBar()).toBe(false);
    header.remove();
  });
});
