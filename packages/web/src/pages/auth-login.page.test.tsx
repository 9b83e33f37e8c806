import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { persist } from '../shared/persist.ts';
import { closeSession, endSession, readSession, startSession } from '../shared/session.ts';
import { ana } from '../test/builders.ts';
import { comeToDesk, noAnswer, notice } from '../test/desk.ts';
import { bodyOf, calls, fill, press, refusal, serve, show } from '../test/show.tsx';
import { AuthLoginPage } from './auth-login.page.tsx';

const LOGIN = 'POST /auth/login';
const BLOCKED = 'Tu usuario está bloqueado. Contacta con un administrador.';

beforeEach(() => {
  comeToDesk();
  persist('chat.visitor', 'navegador-conocido');
  serve({ 'GET /config': { oidcName: null, passwordLogin: true } });
});
afterEach(cleanup);

it('says why a session was ended, also after a reload, and nothing once its user has logged out', () => {
  startSession({ accessToken: 'uno', user: ana });
  closeSession('blocked', BLOCKED);
  show(<AuthLoginPage />);
  expect(screen.getByRole('status').textContent).toBe(BLOCKED);
  expect(localStorage.getItem('chat.sessionEnd')).toBe(BLOCKED);
  cleanup();
  startSession({ accessToken: 'dos', user: ana });
  closeSession('logout', 'Tu sesión ha terminado.');
  show(<AuthLoginPage />);
  expect(screen.queryByRole('status')).toBeNull();
  expect(localStorage.getItem('chat.sessionEnd')).toBeNull();
});

it('has a brand of its own', () => {
  show(<AuthLoginPage />);
  screen.getByText('CHAT WEB');
});

/** The sign-in page, whose server answers so to what is typed there. */
async function signIn(answers: Record<string, unknown>, email: string, password: string) {
  serve({ 'GET /config': { oidcName: null, passwordLogin: true }, ...answers });
  show(<AuthLoginPage />);
  const fields = [await fill('Correo electrónico', email), await fill('Contraseña', password)];
  await press('Log In');
  return fields;
}

it.each([
  ['the server’s text', () => refusal(422, 'Faltan datos'), 'Faltan datos'],
  [
    'the usual text without an answer',
    noAnswer,
    'Ocurrió un error inesperado. Intenta nuevamente.',
  ],
])(
  'sends what was typed, unchecked, and keeps it when it fails, with %s',
  async (_, answer, text) => {
    endSession();
    const typed = [' sin arroba ', ''] as const;
    const fields = await signIn({ [LOGIN]: answer }, ...typed);
    await waitFor(() => expect(notice()).toBe(`error: ${text}`));
    expect(bodyOf(LOGIN)).toMatchObject({ email: typed[0], password: typed[1] });
    expect(fields.map(({ value }) => value)).toEqual(typed);
  },
);

it('loads the user after a sign-in', async () => {
  endSession();
  const login = { accessToken: 'secreto', user: ana };
  await signIn({ [LOGIN]: login, 'GET /users/me': ana }, ana.email, 'clave');
  await waitFor(() => expect(readSession()).toMatchObject({ login, user: ana }));
  expect(calls.map(({ route }) => route)).toContain('GET /users/me');
});
