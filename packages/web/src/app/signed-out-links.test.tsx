import type { CurrentUser } from '@chat/contract/auth';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { queryClient } from '../shared/query-client.ts';
import {
  closeSession,
  endSession,
  leaveSession,
  setCurrentUser,
  setRequired,
  startSession,
} from '../shared/session.ts';
import { ana, bruno, buildEntry, chatId, groupId } from '../test/builders.ts';
import { bodyOf, calls, press, refusal, serve } from '../test/show.tsx';
import { App } from './app.tsx';
import { follow, followAddress, watchSession } from './follow.ts';

vi.mock('./layout/main-layout.tsx', () => ({
  MainLayout: ({ children }: { children: ReactNode }) => <main>{children}</main>,
}));
vi.mock('../pages/restricted.page.tsx', () => ({ RestrictedPage: () => <h1>Antes</h1> }));
vi.mock('../pages/admin-users.page.tsx', () => ({ AdminUsersPage: () => <h1>Usuarios</h1> }));
vi.mock('../pages/user-groups.page.tsx', () => ({ UserGroupsPage: () => <h1>Mis grupos</h1> }));
vi.mock('../pages/account.page.tsx', () => ({ AccountPage: () => <h1>Mi cuenta</h1> }));
vi.mock('../pages/chats-me.page.tsx', () => ({ ChatsMePage: () => <h1>Mi chat</h1> }));
vi.mock('../pages/user-groups-chat.page.tsx', () => ({
  UserGroupsChatPage: () => <h1>Conversación</h1>,
}));

const elena: CurrentUser = { ...ana, uuid: 'elena', isAdmin: true, role: 'ADMIN' };
const chat = `/groups/${groupId}?chat=${chatId}`;
const BEGIN = 'POST /auth/oidc';
const FINISH = 'POST /auth/oidc/callback';

const address = () => window.location.pathname + window.location.search;
const shows = (heading: string) => screen.findByRole('heading', { name: heading });

/** As a new tab, or one that is loaded anew. */
async function open(path: string): Promise<void> {
  cleanup();
  window.history.replaceState(null, '', path);
  render(<App />);
  await act(follow);
}

function signIn(person: CurrentUser = ana): void {
  act(() => {
    startSession({ accessToken: 'secreto', user: person });
    setCurrentUser(person);
  });
}

/** Opens it while nobody is signed in. */
async function openSignedOut(path: string): Promise<void> {
  await open(path);
  await shows('CHAT WEB');
}

/** Neither the address nor anything that the browser keeps says what was asked for. */
function expectNoTrace(): void {
  const kept = JSON.stringify([{ ...localStorage }, { ...sessionStorage }, window.history.state]);
  for (const place of [address(), kept, document.body.textContent])
    for (const secret of [groupId, chatId, 'ajeno']) expect(place).not.toContain(secret);
}

beforeAll(() => {
  followAddress();
  watchSession();
});
beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  localStorage.clear();
  localStorage.setItem('chat.visitor', 'navegador-conocido');
  queryClient.clear();
  endSession();
  serve({
    'GET /config': { oidcName: 'Acme', passwordLogin: true },
    [`GET /groups/${groupId}/chats`]: [buildEntry()],
    'GET /groups/ajeno/chats': () => refusal(404, 'No existe'),
  });
});
afterEach(cleanup);

describe('a page that is asked for while nobody is signed in', () => {
  it.each([
    [chat, 'Conversación', ana],
    [`/groups/${groupId}`, 'Conversación', ana],
    ['/account', 'Mi cuenta', ana],
    ['/chats/me', 'Mi chat', elena],
    ['/groups', 'Mis grupos', elena],
    ['/admin/users', 'Usuarios', elena],
  ])('waits in the address alone, and opens after signing in: %s', async (path, title, person) => {
    await openSignedOut(path);
    expect(address()).toBe(`/auth/login?${new URLSearchParams({ to: path })}`);
    expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain(path);
    // Somebody who waits for the approval of their device may load the page anew.
    await open(address());
    signIn(person);
    await shows(title);
    expect(address()).toBe(path);
  });

  it.each([
    ['/groups/ajeno', ana, 'Mis grupos'],
    ['/groups/ajeno', elena, 'Usuarios'],
    [`/groups/${groupId}?chat=ajeno`, ana, 'Mis grupos'],
    ['/admin/users', ana, 'Mis grupos'],
  ])('leaves no trace where it is not theirs: %s', async (path, person, start) => {
    await openSignedOut(path);
    signIn(person);
    await shows(start);
    expect(address()).toBe(person === ana ? '/groups' : '/admin/users');
    expectNoTrace();
  });

  it.each([
    'https://ajeno.example/chats/me',
    '//ajeno.example/chats/me',
    '/\\ajeno.example/chats/me',
    '/\t/ajeno.example/chats/me',
    'javascript:alert("ajeno")',
    '/groups/..//ajeno.example',
    '/auth/login?to=/ajeno',
    '/invitation#ajeno',
    '/ajeno',
    'ajeno',
  ])('is only ever a page of one’s own, and no other address: %j', async (path) => {
    await openSignedOut(`/auth/login?${new URLSearchParams({ to: path })}`);
    signIn();
    await shows('Mis grupos');
    expect(address()).toBe('/groups');
    expectNoTrace();
  });

  it('waits there while its person must do something first, over a reload too', async () => {
    serve({ [`GET /groups/${groupId}/chats`]: [buildEntry()], 'GET /users/me': ana });
    await openSignedOut(chat);
    const waiting = address();
    act(() => {
      startSession({ accessToken: 'secreto', user: ana, mustChangePassword: true });
      setCurrentUser(ana);
    });
    await shows('Antes');
    expect(address()).toBe(waiting);
    await open(waiting);
    await shows('Antes');
    act(() => setRequired('NOTICE'));
    expect(calls.map(({ route }) => route)).not.toContain(`GET /groups/${groupId}/chats`);
    act(() => setRequired(undefined));
    await shows('Conversación');
    expect(address()).toBe(chat);
  });

  it('is forgotten when its person logs out instead', async () => {
    await openSignedOut(chat);
    act(() => {
      startSession({ accessToken: 'secreto', user: ana, mustChangePassword: true });
      setCurrentUser(ana);
    });
    await shows('Antes');
    act(() => leaveSession());
    await shows('CHAT WEB');
    expect(address()).toBe('/auth/login');
    expectNoTrace();
  });
});

describe('a session that ends', () => {
  beforeEach(async () => {
    signIn();
    await open(chat);
    await shows('Conversación');
  });

  it.each(['expired', undefined] as const)(
    'has its page wait when it is over by itself',
    async (reason) => {
      act(() => closeSession(reason));
      await shows('CHAT WEB');
      signIn();
      await shows('Conversación');
      expect(address()).toBe(chat);
    },
  );

  it.each(['logout', 'blocked', 'device'] as const)(
    'leaves nothing of its page: %s',
    async (reason) => {
      act(() => closeSession(reason));
      await shows('CHAT WEB');
      expectNoTrace();
    },
  );
});

describe('the company’s sign-in', () => {
  const waiting = `/auth/login?${new URLSearchParams({ to: chat })}`;

  /** Goes to the provider from there; gives the way back that the provider would give. */
  async function leaveForProvider(path: string): Promise<string> {
    const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => {});
    await open(path);
    await press('Entrar con Acme');
    await waitFor(() => expect(assign).toHaveBeenCalled());
    const state = new URL(String(assign.mock.lastCall?.[0])).searchParams.get('state');
    assign.mockRestore();
    return `/auth/oidc?${new URLSearchParams({ code: 'una', state: state ?? '' })}`;
  }

  const provider = { [BEGIN]: { url: 'https://acme.example/authorize?state=est-ado_1&nonce=n' } };

  it('carries it through the provider’s address and back', async () => {
    serve({
      'GET /config': { oidcName: 'Acme', passwordLogin: true },
      ...provider,
      [FINISH]: { accessToken: 'secreto', user: ana },
      'GET /users/me': ana,
      [`GET /groups/${groupId}/chats`]: [buildEntry({ email: bruno.email })],
    });
    await open(await leaveForProvider(waiting));
    await shows('Conversación');
    expect(bodyOf(FINISH)).toEqual({ code: 'una', state: 'est-ado_1' });
    expect(address()).toBe(chat);
  });

  it('keeps it when somebody is not let in yet, and adds nothing where nothing was asked for', async () => {
    serve({
      'GET /config': { oidcName: 'Acme', passwordLogin: true },
      ...provider,
      [FINISH]: () => refusal(403, 'Dispositivo pendiente de autorización'),
    });
    expect(await leaveForProvider('/auth/login')).toContain('state=est-ado_1');
    await open(await leaveForProvider(waiting));
    await screen.findByText('Dispositivo pendiente de autorización');
    await press('Volver a entrar');
    await waitFor(() => expect(address()).toBe(waiting));
  });
});
