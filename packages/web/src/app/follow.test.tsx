import type { CurrentUser, Role } from '@chat/contract/auth';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { goTo } from '../shared/navigation.ts';
import {
  endSession,
  readSession,
  setCurrentUser,
  setRequired,
  startSession,
} from '../shared/session.ts';
import { listen, say } from '../test/live.tsx';
import { serve } from '../test/show.tsx';
import { App } from './app.tsx';
import { follow, followAddress, watchSession } from './follow.ts';
import { restrictedPage } from './pages.ts';

const late = vi.hoisted(() => {
  const held = { come: () => {} };
  const there = new Promise<void>((settle) => {
    held.come = settle;
  });
  const fetched: string[] = [];
  return { held, there, fetched };
});

vi.mock('./layout/main-layout.tsx', () => ({
  MainLayout: ({ children }: { children: ReactNode }) => <main aria-label="Marco">{children}</main>,
}));
vi.mock('../pages/auth-login.page.tsx', () => ({ AuthLoginPage: () => <h1>Entrada</h1> }));
vi.mock('../pages/restricted.page.tsx', () => ({ RestrictedPage: () => <h1>Antes</h1> }));
vi.mock('../pages/admin-users.page.tsx', () => ({ AdminUsersPage: () => <h1>Usuarios</h1> }));
vi.mock('../pages/admin-groups.page.tsx', () => ({
  AdminGroupsPage: () => (
    <>
      <h1>Grupos</h1>
      <input aria-label="Nombre" />
    </>
  ),
}));
vi.mock('../pages/user-groups.page.tsx', () => ({ UserGroupsPage: () => <h1>Mis grupos</h1> }));
vi.mock('../pages/admin-projects.page.tsx', async () => {
  await late.there;
  return { AdminProjectsPage: () => <h1>Proyectos</h1> };
});
vi.mock('../pages/admin-offices.page.tsx', () => {
  throw new Error('Failed to fetch dynamically imported module');
});
vi.mock('../pages/chats-me.page.tsx', () => {
  late.fetched.push('/chats/me');
  return { ChatsMePage: () => <h1>Mi chat</h1> };
});
vi.mock('../pages/admin-access.page.tsx', () => ({
  AdminAccessPage: () => {
    throw new Error('broken');
  },
}));

const ana: CurrentUser = {
  id: 1,
  uuid: 'ana',
  email: 'ana@empresa.local',
  isAdmin: true,
  role: 'ADMIN',
};

function signIn(role: Role = 'ADMIN'): void {
  const user = { ...ana, role, isAdmin: role === 'ADMIN' };
  startSession({ accessToken: 'secreto', user });
  setCurrentUser(user);
}

/** Types the address, and opens its page. */
async function open(path: string): Promise<void> {
  window.history.replaceState(null, '', path);
  render(<App />);
  await act(follow);
}

const shows = (heading: string) => screen.findByRole('heading', { name: heading });

/** Opens the groups as an administrator, and types a name that is not sent. */
async function typeInGroups(): Promise<void> {
  signIn();
  await open('/admin/groups');
  await shows('Grupos');
  fireEvent.change(screen.getByLabelText('Nombre'), { target: { value: 'A medias' } });
}

function expectTyped(): void {
  expect(screen.getByRole('textbox')).toHaveProperty('value', 'A medias');
}

beforeAll(() => {
  followAddress();
  watchSession();
});
beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  sessionStorage.clear();
  endSession();
});
afterEach(() => {
  vi.useRealTimers();
  cleanup();
});

it('shows the sign-in page to whoever is not signed in, at the bare address too', async () => {
  await open('/');
  await shows('Entrada');
  expect(window.location.pathname).toBe('/auth/login');
  act(() => goTo('/admin/users'));
  await shows('Entrada');
  expect(window.location.pathname).toBe('/auth/login');
});

it('leads from /admin to the users, where an administrator is', async () => {
  signIn();
  await open('/admin');
  await shows('Usuarios');
  expect(window.location.pathname).toBe('/admin/users');
});

it.each(['USER', 'GROUP_MANAGER'] as const)(
  'takes a %s who asks for the users to their groups',
  async (role) => {
    signIn(role);
    await open('/admin/users');
    await shows('Mis grupos');
    expect(window.location.pathname).toBe('/groups');
  },
);

it.each([
  ['with', signIn],
  ['without', endSession],
] as const)(
  'says of an unknown path that it is none, %s a session, and offers a way home',
  async (_, begin) => {
    begin();
    await open('/no/existe');
    await shows('Página no encontrada');
    const home = screen.getByRole('link', { name: 'Ir al inicio' });
    fireEvent.click(home);
    await shows(begin === signIn ? 'Usuarios' : 'Entrada');
  },
);

it('leads a signed-in visitor to their start, within the layout', async () => {
  signIn();
  await open('/auth/login');
  await shows('Usuarios');
  expect(screen.getByRole('main', { name: 'Marco' })).toBeTruthy();
  expect(window.location.pathname).toBe('/admin/users');
});

it('leaves a page that a new role closes, and nothing stays of a session that has ended', async () => {
  signIn('GROUP_MANAGER');
  await open('/admin/groups');
  await shows('Grupos');
  act(() => setCurrentUser({ ...ana, isAdmin: false, role: 'USER' }));
  await shows('Mis grupos');
  act(() => endSession());
  await shows('Entrada');
  expect(screen.queryByRole('main')).toBeNull();
});

it('follows at once when somebody gives or takes its person a group to manage', async () => {
  let role: Role = 'GROUP_MANAGER';
  serve({ 'GET /users/me': () => ({ ...ana, isAdmin: false, role }) });
  signIn('USER');
  await open('/groups');
  await shows('Mis grupos');
  listen();
  say('group:changed', { groupId: 'ventas' });
  await waitFor(() => expect(readSession().user?.role).toBe('GROUP_MANAGER'));
  act(() => goTo('/admin/groups'));
  await shows('Grupos');
  role = 'USER';
  say('group:changed', { groupId: 'ventas' });
  await shows('Mis grupos');
});

it('shows what is to be done first in the place of layout and page, and then the page', async () => {
  signIn();
  await open('/admin/groups');
  await shows('Grupos');
  act(() => setRequired('PASSWORD'));
  await shows('Antes');
  expect(screen.queryByRole('main')).toBeNull();
  act(() => goTo('/admin/users'));
  await shows('Antes');
  act(() => setRequired('TWO_STEPS'));
  await shows('Antes');
  act(() => setRequired(undefined));
  await shows('Usuarios');
  expect(screen.getByRole('main', { name: 'Marco' })).toBeTruthy();
});

it('keeps what was typed while its user does something first', async () => {
  await typeInGroups();
  act(() => setRequired('NOTICE'));
  await shows('Antes');
  expect(screen.queryByRole('textbox')).toBeNull();
  act(() => setRequired(undefined));
  await shows('Grupos');
  expectTyped();
});

it('keeps what was typed while the screen of what is to be done first takes its time', async () => {
  await typeInGroups();
  const missing = vi.spyOn(restrictedPage, 'get').mockReturnValue(undefined);
  let come = () => {};
  const fetching = new Promise<void>((settle) => {
    come = settle;
  });
  vi.spyOn(restrictedPage, 'load').mockReturnValueOnce(fetching);
  vi.useFakeTimers();
  act(() => setRequired('NOTICE'));
  act(() => vi.advanceTimersByTime(1_000));
  vi.useRealTimers();
  expectTyped();
  missing.mockRestore();
  come();
  await shows('Antes');
  act(() => setRequired(undefined));
  await shows('Grupos');
  expectTyped();
});

it('keeps what was typed while the screen of what is to be done first cannot be had', async () => {
  await typeInGroups();
  const missing = vi.spyOn(restrictedPage, 'get').mockReturnValue(undefined);
  const lost = new TypeError('Failed to fetch');
  const loads = vi.spyOn(restrictedPage, 'load').mockRejectedValueOnce(lost);
  vi.stubGlobal('fetch', () => Promise.reject(lost));
  vi.useFakeTimers();
  await act(async () => setRequired('NOTICE'));
  expectTyped();
  missing.mockRestore();
  await act(() => vi.advanceTimersByTimeAsync(10_000));
  vi.useRealTimers();
  await shows('Antes');
  expect(loads).toHaveBeenCalledOnce();
  act(() => setRequired(undefined));
  await shows('Grupos');
  expectTyped();
});

it('leads to the sign-in page from there when the session ends', async () => {
  signIn();
  setRequired('TWO_STEPS');
  await open('/admin/users');
  await shows('Antes');
  expect(screen.queryByLabelText('Marco')).toBeNull();
  act(() => endSession());
  await shows('Entrada');
});

it('leaves the page before until the next one is there, and the last way counts', async () => {
  signIn();
  await open('/admin/users');
  await shows('Usuarios');
  act(() => goTo('/admin/projects'));
  expect(screen.getByRole('heading', { name: 'Usuarios' })).toBeTruthy();
  await screen.findByText('Cargando…');
  act(() => goTo('/admin/groups'));
  await shows('Grupos');
  late.held.come();
  await act(() => late.there);
  expect(screen.getByRole('heading', { name: 'Grupos' })).toBeTruthy();
  act(() => goTo('/admin/projects'));
  await shows('Proyectos');
});

it('fetches the code of a page when somebody comes near a link to it', async () => {
  signIn();
  await open('/admin/users');
  render(<a href="/chats/me">Mi chat</a>);
  expect(late.fetched).toEqual([]);
  fireEvent.pointerOver(screen.getByRole('link'));
  await waitFor(() => expect(late.fetched).toEqual(['/chats/me']));
  expect(screen.getByRole('heading', { name: 'Usuarios' })).toBeTruthy();
});

it('reloads once for a page that the server no longer has, and then says so', async () => {
  signIn();
  vi.stubGlobal('fetch', async () => new Response());
  const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => {});
  await open('/admin/users');
  act(() => goTo('/admin/oficinas'));
  await waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
  act(() => goTo('/admin/groups'));
  await shows('Grupos');
  act(() => goTo('/admin/oficinas'));
  await screen.findByText('No se pudo abrir la página');
  expect(reload).toHaveBeenCalledTimes(1);
});

it('reloads nothing while the server is away, and stays within the layout', async () => {
  signIn();
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => {});
  await open('/admin/oficinas');
  await screen.findByText('No se pudo abrir la página');
  expect(screen.getByRole('main', { name: 'Marco' })).toBeTruthy();
  expect(reload).not.toHaveBeenCalled();
});

it('says that a page broke while it was drawn, and goes on to the next', async () => {
  signIn();
  await open('/admin/access');
  await screen.findByText('No se pudo abrir la página');
  act(() => goTo('/admin/users'));
  await shows('Usuarios');
});
