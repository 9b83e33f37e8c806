import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useNotification } from '../../../shared/toast/notify.ts';
import { ChangeOwnPasswordDialog } from './change-own-password-dialog.tsx';
import { usersTexts as texts } from './users.texts.ts';

const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 });
const fetchMock = vi.fn<(url: string, init: RequestInit) => Promise<Response>>();
const handleClose = vi.fn();

beforeEach(() => {
  fetchMock.mockReset();
  handleClose.mockReset();
  vi.stubGlobal('fetch', fetchMock);
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ChangeOwnPasswordDialog onClose={handleClose} />
    </QueryClientProvider>,
  );
});

afterEach(cleanup);

async function change(currentPassword: string, password: string) {
  await user.type(screen.getByLabelText(texts.currentPassword), currentPassword);
  await user.type(screen.getByLabelText(texts.newPassword), password);
  await user.click(screen.getByRole('button', { name: texts.update }));
}

it('says what is wrong with both passwords before anything is sent', async () => {
  await user.click(screen.getByRole('button', { name: texts.update }));
  expect(await screen.findAllByText('Contraseña requerida')).toHaveLength(2);
  await user.type(screen.getByLabelText(texts.newPassword), '12345');
  await screen.findByText('Mínimo 6 caracteres');
  expect(fetchMock).not.toHaveBeenCalled();
});

it('shows a wrong current password at its field and stays open', async () => {
  const errors = { currentPassword: ['La contraseña actual no es correcta'] };
  fetchMock.mockResolvedValue(Response.json({ message: 'No', errors }, { status: 422 }));
  await change('no-es-esta', 'nueva-clave');
  await screen.findByText('La contraseña actual no es correcta');
  expect(screen.getByLabelText(texts.currentPassword).getAttribute('aria-invalid')).toBe('true');
  expect(screen.getByLabelText(texts.newPassword).getAttribute('aria-invalid')).toBeNull();
  expect(handleClose).not.toHaveBeenCalled();
});

it('sends both passwords, closes and tells that it is done', async () => {
  fetchMock.mockResolvedValue(Response.json({ content: null }));
  await change('secreta-123', 'nueva-clave');
  await waitFor(() => expect(handleClose).toHaveBeenCalledOnce());
  const [url, init] = fetchMock.mock.calls[0] ?? [];
  expect(url).toBe('/api/users/me/password');
  expect(JSON.parse(String(init?.body))).toEqual({
    currentPassword: 'secreta-123',
    password: 'nueva-clave',
  });
  expect(useNotification.getState().current?.message).toBe(texts.passwordUpdated);
});
