import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
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
