import type { CurrentUser } from '@chat/contract/auth/auth.schema';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { LOGIN_KEY } from './login-key.ts';
import { readEntry, rememberEntry, rememberGroup } from './selected-entry.ts';
import {
  endSession,
  leaveSession,
  onLeave,
  onSessionEnd,
  readSession,
  setCurrentUser,
  startSession,
} from './session.ts';

const user: CurrentUser = {
  id: 1,
  uuid: '0198a000-0000-7000-8000-000000000001',
  email: 'ana@empresa.local',
  isAdmin: false,
  role: 'USER',
};
const login = { accessToken: 'token', user };

beforeEach(() => {
  endSession();
  localStorage.clear();
});

describe('the session', () => {
  it('keeps the login response whole', () => {
    startSession(login);
    expect(JSON.parse(localStorage.getItem(LOGIN_KEY) ?? '')).toEqual(login);
  });

  it('is logged in at startup when a login response is stored', async () => {
    localStorage.setItem(LOGIN_KEY, JSON.stringify(login));
    vi.resetModules();
    const restarted = await import('./session.ts');
    expect(restarted.readSession()).toEqual({ login, user: null });
  });

  it('starts logged out when what is stored cannot be read', async () => {
    localStorage.setItem(LOGIN_KEY, '{broken');
    vi.resetModules();
    const restarted = await import('./session.ts');
    expect(restarted.readSession().login).toBeNull();
  });

  it('forgets login and selected entry when it ends, and says so once', () => {
    const ended = vi.fn();
    startSession(login);
    rememberGroup('ventas');
    rememberEntry({ uuid: user.uuid, chatType: 'DIRECT' });
    const stop = onSessionEnd(ended);
    endSession();
    endSession();
    stop();
    expect(ended).toHaveBeenCalledTimes(1);
    expect(localStorage.length).toBe(0);
    expect(readSession()).toEqual({ login: null, user: null });
  });

  it('tells of a leave, which takes what its user wrote along, and of an end that is none, nothing', () => {
    const left = vi.fn();
    const stop = onLeave(left);
    startSession(login);
    setCurrentUser(user);
    endSession();
    expect(left).not.toHaveBeenCalled();
    startSession(login);
    setCurrentUser(user);
    leaveSession();
    stop();
    expect(left.mock.calls).toEqual([[user.uuid]]);
    expect(readSession().login).toBeNull();
  });

  it('ends when another tab logs out', () => {
    startSession(login);
    localStorage.removeItem(LOGIN_KEY);
    window.dispatchEvent(new StorageEvent('storage', { key: LOGIN_KEY }));
    expect(readSession().login).toBeNull();
  });
});

describe('the selected entry', () => {
  it('is read back in its group', () => {
    rememberGroup('ventas');
    rememberEntry({ uuid: user.uuid, chatType: 'GROUP' });
    expect(localStorage.getItem('chat.selectedUser')).toBe(user.uuid);
    expect(localStorage.getItem('chat.chatType')).toBe('GROUP');
    expect(readEntry('ventas')).toEqual({ uuid: user.uuid, chatType: 'GROUP' });
    expect(readEntry('compras')).toBeNull();
  });

  it('is nothing while a key lacks or holds something else', () => {
    localStorage.setItem('chat.selectedUser', user.uuid);
    localStorage.setItem('chat.chatType', 'PERSONAL');
    expect(readEntry('ventas')).toBeNull();
  });
});
