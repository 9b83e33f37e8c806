import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { useInvited } from '../features/session/api.ts';
import { persist } from '../shared/persist.ts';
import { endSession } from '../shared/session.ts';
import { ana } from '../test/builders.ts';
import { bodyOf, calls, refusal, serve, show, user } from '../test/show.tsx';
import { AuthLoginPage } from './auth-login.page.tsx';
import { AuthOidcPage } from './auth-oidc.page.tsx';
import { InvitationPage } from './invitation.page.tsx';

const SET = 'POST /auth/invitation';
const FINISH = 'POST /auth/oidc/callback';
const NOT_PROVEN = 'No se pudo comprobar tu cuenta. Inténtalo de nuevo.';

const password = () => screen.findByLabelText<HTMLInputElement>('Contraseña nueva');
const press = (name: string) => user.click(screen.getByRole('button', { name }));
const alertText = async () => (await screen.findByRole('alert')).textContent;

beforeEach(() => {
  localStorage.clear();
  // A device that is known already, for a fingerprint takes its time.
  persist('chat.visitor', 'navegador-conocido');
  endSession();
  useInvited.setState({ email: null });
});
afterEach(cleanup);

async function choose(first: string, again: string): Promise<void> {
  const fields = [await password(), screen.getByLabelText('Repite la contraseña')] as const;
  for (const field of fields) await user.clear(field);
  await user.type(fields[0], first);
  await user.type(fields[1], again);
  await press('Guardar contraseña');
}

describe('an invitation', () => {
  it('asks twice, keeps what is refused, leaves the address, and leads on to the sign-in', async () => {
    window.history.replaceState(null, '', '/invitation#un-secreto');
    const answers = [
      refusal(422, 'No', { password: ['Mínimo 6 caracteres'] }),
      { email: ana.email },
    ];
    serve({ [SET]: () => answers.shift(), 'GET /config': { oidcName: null, passwordLogin: true } });
    show(<InvitationPage />);
    await password();
    expect(window.location.href).not.toContain('un-secreto');
    await choose('12345', '12346');
    await screen.findByText('Las contraseñas no coinciden');
    expect(calls).toEqual([]);
    await choose('12345', '12345');
    await screen.findByText('Mínimo 6 caracteres');
    const field = await password();
    expect([field.value, document.activeElement]).toEqual(['12345', field]);
    await choose('clave-de-ana', 'clave-de-ana');
    await waitFor(() => expect(window.location.pathname).toBe('/auth/login'));
    expect(bodyOf(SET)).toEqual({ token: 'un-secreto', password: 'clave-de-ana' });

    cleanup();
    show(<AuthLoginPage />);
    expect(screen.getByRole('status').textContent).toContain(
      'Tu contraseña está lista. Entra con ella.',
    );
    expect(screen.getByLabelText<HTMLInputElement>('Correo electrónico').value).toBe(ana.email);
  });

  it('that is good for nothing says so in the place of the form, and another one is taken', async () => {
    window.history.replaceState(null, '', '/invitation');
    serve({ [SET]: () => refusal(404, 'La invitación no es válida o ha caducado. Pide otra.') });
    show(<InvitationPage />);
    expect(await alertText()).toContain('El enlace está incompleto');
    const arriveWith = (hash: string) => {
      window.history.replaceState(null, '', `/invitation${hash}`);
      act(() => void window.dispatchEvent(new HashChangeEvent('hashchange')));
    };
    arriveWith('#gastado');
    await choose('clave-de-ana', 'clave-de-ana');
    expect(await alertText()).toContain('La invitación no es válida o ha caducado.');
    expect(screen.queryByLabelText('Contraseña nueva')).toBeNull();
    arriveWith('#entero');
    expect(await password()).toBeTruthy();
    await press('Guardar contraseña');
    expect(bodyOf(SET)).toMatchObject({ token: 'entero' });
  });
});

describe('the sign-in page', () => {
  const company = () => screen.queryByRole('button', { name: 'Entrar con Acme' });
  const hasPassword = () => screen.queryByLabelText('Contraseña') !== null;

  it('offers the company by its name, alone where nobody has a password, and remembers it', async () => {
    let ways = { oidcName: 'Acme', passwordLogin: true };
    serve({ 'GET /config': () => ways });
    show(<AuthLoginPage />);
    expect([company(), hasPassword()]).toEqual([null, true]);
    await waitFor(() => expect(company()).toBeTruthy());
    expect(hasPassword()).toBe(true);
    cleanup();
    ways = { oidcName: 'Acme', passwordLogin: false };
    show(<AuthLoginPage />);
    await waitFor(() => expect(hasPassword()).toBe(false));
    cleanup();
    serve({ 'GET /config': () => new Promise(() => undefined) });
    show(<AuthLoginPage />);
    expect([company() !== null, hasPassword()]).toEqual([true, false]);
  });
});

describe('who comes back from the company’s provider', () => {
  async function comeBack(search: string): Promise<void> {
    window.history.replaceState(null, '', `/auth/oidc${search}`);
    show(<AuthOidcPage />);
    await screen.findByRole('alert');
    expect(window.location.href).not.toContain('?');
  }

  it('reads what the server says, and the code of a device that waits, and may try again', async () => {
    let address = '';
    serve({
      [FINISH]: () => {
        address = window.location.href;
        return refusal(403, 'Dispositivo pendiente de autorización', { deviceCode: ['K7PQ2M'] });
      },
    });
    await comeBack('?code=una&state=otra');
    expect(address).toMatch(/\/auth\/oidc$/);
    expect(bodyOf(FINISH)).toEqual({ code: 'una', state: 'otra' });
    expect(await alertText()).toContain('Dispositivo pendiente de autorización');
    expect(screen.getByRole('status').textContent).toContain('K7PQ2M');
    await press('Volver a entrar');
    expect(window.location.pathname).toBe('/auth/login');
  });

  it.each(['?error=access_denied&state=otra', '?code=una', ''])(
    'with %o reads that nothing was proven, and the server is not asked',
    async (search) => {
      serve();
      await comeBack(search);
      expect(await alertText()).toContain(NOT_PROVEN);
      expect(calls).toEqual([]);
    },
  );
});
