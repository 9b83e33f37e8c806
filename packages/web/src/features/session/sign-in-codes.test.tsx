import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { persist } from '../../shared/persist.ts';
import { endSession, readSession } from '../../shared/session.ts';
import { useNotification } from '../../shared/toast/notify.ts';
import { LoginForm } from './login-form.tsx';

const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 });
const fetchMock = vi.fn<(url: string, init: RequestInit) => Promise<Response>>();

const CODE = 'Código de verificación';
const ana = { id: 1, uuid: 'ana', email: 'ana@empresa.local', isAdmin: false, role: 'USER' };

const refuse = (status: number, errors: Record<string, string[]>) => async () =>
  Response.json({ message: Object.values(errors)[0]?.[0] ?? 'No', errors }, { status });

beforeEach(() => {
  endSession();
  // A device that is known already, for a fingerprint takes its time.
  persist('chat.visitor', 'navegador-conocido');
  fetchMock.mockReset();
  useNotification.setState({ current: null });
  vi.stubGlobal('fetch', fetchMock);
  render(<LoginForm />);
});

afterEach(cleanup);

const submit = () => user.click(screen.getByRole('button', { name: 'Log In' }));
const sent = (): Record<string, unknown> => JSON.parse(String(fetchMock.mock.lastCall?.[1].body));

async function signIn(): Promise<void> {
  await user.type(screen.getByLabelText('Correo electrónico'), ana.email);
  await user.type(screen.getByLabelText('Contraseña'), 'secreta-123');
  await submit();
}

it('is asked for after the password, without an alarm, and is sent with it', async () => {
  fetchMock.mockImplementationOnce(refuse(401, { code: ['Código requerido'] }));
  expect(screen.queryByLabelText(CODE)).toBeNull();
  await signIn();
  expect(sent()).not.toHaveProperty('code');
  const field = await screen.findByLabelText(CODE);
  expect(document.activeElement).toBe(field);
  expect(field.getAttribute('aria-invalid')).toBeNull();
  expect(useNotification.getState().current).toBeNull();

  fetchMock.mockImplementationOnce(refuse(401, { code: ['Código incorrecto'] }));
  await user.type(field, '123456');
  await submit();
  await screen.findByText('Código incorrecto');
  expect(sent()).toMatchObject({ email: ana.email, password: 'secreta-123', code: '123456' });
  expect(document.activeElement).toBe(field);

  fetchMock.mockImplementationOnce(async () =>
    Response.json({ content: { accessToken: 'secreto', user: ana } }),
  );
  fetchMock.mockImplementationOnce(async () => Response.json({ content: ana }));
  await user.type(field, '654321');
  await submit();
  await waitFor(() => expect(readSession().user).toEqual(ana));
});

it('may be a recovery code, which nobody takes for a number', async () => {
  fetchMock.mockImplementation(refuse(401, { code: ['Código requerido'] }));
  await signIn();
  fetchMock.mockImplementation(refuse(401, { code: ['Código incorrecto'] }));
  await user.type(await screen.findByLabelText(CODE), '123');
  await submit();
  await screen.findByText('Código incorrecto');
  await user.click(screen.getByRole('button', { name: 'Usar un código de recuperación' }));
  const field = screen.getByLabelText<HTMLInputElement>('Código de recuperación');
  expect([field.value, field.inputMode, document.activeElement]).toEqual(['', 'text', field]);
  expect(screen.queryByText('Código incorrecto')).toBeNull();
  await user.type(field, 'abcd-efgh');
  await submit();
  expect(sent()).toMatchObject({ code: 'abcd-efgh' });
  await user.click(screen.getByRole('button', { name: 'Usar un código de la aplicación' }));
  expect(screen.getByLabelText<HTMLInputElement>(CODE).value).toBe('');
});

it('of a device that waits is shown beside the alarm, and none is asked for', async () => {
  fetchMock.mockImplementationOnce(refuse(403, { deviceCode: ['K7PQ2M'] }));
  await signIn();
  expect((await screen.findByRole('status')).textContent).toContain('K7PQ2M');
  expect(screen.queryByLabelText(CODE)).toBeNull();
  expect(useNotification.getState().current?.color).toBe('error');
});
