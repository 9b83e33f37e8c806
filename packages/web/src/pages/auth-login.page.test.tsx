import { cleanup, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { persist } from '../shared/persist.ts';
import { closeSession, startSession } from '../shared/session.ts';
import { ana } from '../test/builders.ts';
import { serve, show } from '../test/show.tsx';
import { AuthLoginPage } from './auth-login.page.tsx';

const BLOCKED = 'Tu usuario está bloqueado. Contacta con un administrador.';

beforeEach(() => {
  localStorage.clear();
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
