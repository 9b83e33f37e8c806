import { required } from '@chat/contract/checks';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { DeleteProjectDialog } from '../../features/directory/projects/projects.tsx';
import { LoginForm } from '../../features/session/login-form.tsx';

vi.mock('../../features/session/device-id.ts', () => ({ getDeviceId: async () => 'x'.repeat(32) }));

const fetchMock = vi.fn<typeof fetch>();
const show = (element: React.ReactElement) =>
  render(<QueryClientProvider client={new QueryClient()}>{element}</QueryClientProvider>);
const asked = (method: string) =>
  fetchMock.mock.calls.filter(([, init]) => init?.method === method).length;
/** Both presses come before React renders again. */
const twice = (press: () => void) =>
  act(() => {
    press();
    press();
  });

beforeEach(() => {
  fetchMock.mockReset();
  fetchMock.mockResolvedValue(Response.json({ message: 'No' }, { status: 409 }));
  vi.stubGlobal('fetch', fetchMock);
});
afterEach(cleanup);

it('a form that is sent twice before it is drawn anew signs in once, and again after a refusal', async () => {
  const { container } = show(<LoginForm />);
  const form = required(container.querySelector('form'), 'form');
  for (const times of [1, 2]) {
    twice(() => fireEvent.submit(form));
    await waitFor(() => expect(asked('POST')).toBe(times));
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Log In' }).ariaBusy).not.toBe('true'),
    );
  }
  expect(asked('POST')).toBe(2);
});

it('a confirmation that is pressed twice before it is drawn anew deletes once', async () => {
  const onClose = vi.fn();
  const project = { id: 1, uuid: '0198a000-0000-7000-8000-000000000009', name: 'Norte' };
  show(<DeleteProjectDialog project={project} onClose={onClose} />);
  const confirm = await screen.findByRole('button', { name: 'Eliminar' });
  twice(() => fireEvent.click(confirm));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(asked('DELETE')).toBe(1);
});
