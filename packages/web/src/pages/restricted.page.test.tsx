import type { RequiredStep } from '@chat/contract/session';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { endSession, readSession, setRequired, startSession } from '../shared/session.ts';
import { RestrictedPage } from './restricted.page.tsx';

const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 });
const ana = {
  id: 1,
  uuid: 'ana',
  email: 'ana@empresa.local',
  isAdmin: false,
  role: 'USER' as const,
};

/** The person's requirements, as `GET /users/me` names them. */
let standing: object = {};

beforeEach(() => {
  endSession();
  vi.stubGlobal('fetch', async (url: string) =>
    url === '/api/users/me'
      ? Response.json({ content: { ...ana, ...standing } })
      : Response.json({ content: null }),
  );
});
afterEach(cleanup);

function open(required: RequiredStep, requirements: object): void {
  standing = requirements;
  startSession({ accessToken: 'secreto', user: ana });
  setRequired(required);
  render(<RestrictedPage />);
}

const title = (name: string) => screen.findByRole('heading', { level: 1, name });

it.each([
  ['PASSWORD', { mustChangePassword: true }, 'Cambia tu contraseña'],
  ['TWO_STEPS', { mustSetUpTwoSteps: true }, 'Configura la verificación en dos pasos'],
  ['NOTICE', { noticeRequired: 3 }, 'Aviso de privacidad'],
] as const)('has one screen and a way out for %s', async (step, requirements, name) => {
  open(step, requirements);
  await title(name);
  expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1);
  await user.click(screen.getByRole('button', { name: 'Cerrar sesión' }));
  await waitFor(() => expect(readSession().login).toBeNull());
});

it('follows what another tab has done meanwhile, once one looks at it again', async () => {
  open('PASSWORD', { mustChangePassword: true });
  await title('Cambia tu contraseña');
  standing = { mustSetUpTwoSteps: true };
  const look = vi.spyOn(document, 'visibilityState', 'get');
  for (const state of ['hidden', 'visible'] as const) {
    look.mockReturnValue(state);
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
  }
  await title('Configura la verificación en dos pasos');
});

it('has a notice that changed meanwhile read anew before it is confirmed', async () => {
  let version = 3;
  const confirmed: unknown[] = [];
  const answerTo = async (url: string, { method, body }: RequestInit) => {
    if (url === '/api/users/me') return Response.json({ content: { ...ana, ...standing } });
    if (method !== 'POST') return Response.json({ content: { version, text: `Aviso ${version}` } });
    confirmed.push(JSON.parse(String(body)));
    if (confirmed.length > 1) return Response.json({ content: null });
    version = 4;
    return Response.json({ message: 'El aviso ha cambiado', errors: {} }, { status: 409 });
  };
  vi.stubGlobal('fetch', answerTo);
  open('NOTICE', { noticeRequired: 3 });
  await screen.findByText('Aviso 3');
  await user.click(screen.getByText('He leído el aviso'));
  await screen.findByText('Aviso 4');
  standing = {};
  await user.click(screen.getByText('He leído el aviso'));
  await waitFor(() => expect(readSession().login?.required).toBeUndefined());
  expect(confirmed).toEqual([{ version: 3 }, { version: 4 }]);
});
