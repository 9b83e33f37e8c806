import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useNotification } from '../../shared/toast/notify.ts';
import { configQuery } from '../system/api.ts';
import { accountTexts } from './account.texts.ts';
import { ChangeOwnPasswordDialog } from './own-password.tsx';

const texts = accountTexts.password;
const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 });
const fetchMock = vi.fn<(url: string, init: RequestInit) => Promise<Response>>();
const handleClose = vi.fn();

beforeEach(() => {
  fetchMock.mockReset();
  handleClose.mockReset();
  vi.stubGlobal('fetch', fetchMock);
});

afterEach(cleanup);

/** `oidcName`: the company's own sign-in, where there is one. */
function open(oidcName: string | null = null): void {
  const queryClient = new QueryClient();
  const config = { emailDomain: '', groupAddress: '', maxUploadBytes: 1, version: '1' };
  const limits = { editMinutes: 15, deleteMinutes: 60 };
  const ways = { oidcName, passwordLogin: true };
  queryClient.setQueryData(configQuery.queryKey, { ...config, ...limits, ...ways });
  render(
    <QueryClientProvider client={queryClient}>
      <ChangeOwnPasswordDialog onClose={handleClose} />
    </QueryClientProvider>,
  );
}

async function change(currentPassword: string, password: string) {
  await user.type(screen.getByLabelText(texts.current), currentPassword);
  await user.type(screen.getByLabelText(texts.next), password);
  await user.click(screen.getByRole('button', { name: texts.save }));
}

it('says what is wrong with both passwords before anything is sent', async () => {
  open();
  await user.click(screen.getByRole('button', { name: texts.save }));
  expect(await screen.findAllByText('Contraseña requerida')).toHaveLength(2);
  await user.type(screen.getByLabelText(texts.next), '12345');
  await screen.findByText('Mínimo 6 caracteres');
  expect(fetchMock).not.toHaveBeenCalled();
});

it('shows a wrong current password at its field, goes there and stays open', async () => {
  open();
  const errors = { currentPassword: ['La contraseña actual no es correcta'] };
  fetchMock.mockResolvedValue(Response.json({ message: 'No', errors }, { status: 422 }));
  await change('no-es-esta', 'nueva-clave');
  await screen.findByText('La contraseña actual no es correcta');
  const wrong = screen.getByLabelText(texts.current);
  expect(wrong.getAttribute('aria-invalid')).toBe('true');
  expect(document.activeElement).toBe(wrong);
  expect(screen.getByLabelText(texts.next).getAttribute('aria-invalid')).toBeNull();
  expect(handleClose).not.toHaveBeenCalled();
});

it('sends both passwords, closes and tells that it is done', async () => {
  open();
  fetchMock.mockImplementation(async () => Response.json({ content: null }));
  await change('secreta-123', 'nueva-clave');
  await waitFor(() => expect(handleClose).toHaveBeenCalledOnce());
  const [url, init] = fetchMock.mock.calls[0] ?? [];
  expect(url).toBe('/api/users/me/password');
  expect(JSON.parse(String(init?.body))).toEqual({
    currentPassword: 'secreta-123',
    password: 'nueva-clave',
  });
  expect(useNotification.getState().current?.message).toBe(texts.saved);
});

it('may leave the current one blank where a company signs people in, and says so', async () => {
  open('Acme');
  const again = 'Vuelve a entrar con Acme.';
  const errors = { currentPassword: [again] };
  fetchMock.mockResolvedValueOnce(Response.json({ message: again, errors }, { status: 422 }));
  screen.getByText(texts.noneHint('Acme'));
  await user.type(screen.getByLabelText(texts.next), 'nueva-clave');
  await user.click(screen.getByRole('button', { name: texts.save }));
  await screen.findByText(again);
  const [, init] = fetchMock.mock.calls[0] ?? [];
  expect(JSON.parse(String(init?.body))).toEqual({ currentPassword: '', password: 'nueva-clave' });
});
