import type { CurrentUser } from '@chat/contract/auth';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { LOGIN_KEY } from './persist.ts';
import { readEntry, rememberEntry, rememberGroup } from './selected-entry.ts';
import {
  closeSession,
  endSession,
  forgetNotice,
  onRestriction,
  onSessionEnd,
  readSession,
  setCurrentUser,
  setRequired,
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
    expect(Object.keys(localStorage)).toEqual(['chat.person']);
    expect(readSession()).toEqual({ login: null, user: null });
  });

  it('ends when another tab logs out', () => {
    startSession(login);
    localStorage.removeItem(LOGIN_KEY);
    window.dispatchEvent(new StorageEvent('storage', { key: LOGIN_KEY }));
    expect(readSession().login).toBeNull();
  });
});

describe('what its user must do first', () => {
  const stored = () => JSON.parse(localStorage.getItem(LOGIN_KEY) ?? '{}').required;

  it.each([
    ['PASSWORD', { noticeRequired: 2, mustSetUpTwoSteps: true, mustChangePassword: true }],
    ['TWO_STEPS', { noticeRequired: 2, mustSetUpTwoSteps: true }],
    ['NOTICE', { noticeRequired: 2 }],
    [undefined, {}],
  ] as const)('is %s at the sign-in', (step, requirements) => {
    startSession({ ...login, ...requirements });
    expect([readSession().login?.required, stored()]).toEqual([step, step]);
  });

  it('is kept over a reload, and told once whenever it changes', () => {
    const listener = vi.fn();
    startSession(login);
    const stop = onRestriction(listener);
    setRequired('PASSWORD');
    setRequired('PASSWORD');
    expect(stored()).toBe('PASSWORD');
    setRequired('TWO_STEPS');
    setRequired(undefined);
    stop();
    expect(listener.mock.calls).toEqual([['PASSWORD'], ['TWO_STEPS'], [undefined]]);
    expect(stored()).toBeUndefined();
  });

  it('is nothing once nobody is signed in', () => {
    setRequired('PASSWORD');
    expect(readSession().login).toBeNull();
  });

  it('stays when a notice of somebody else’s change is read', () => {
    const at = '2026-01-01T00:00:00.000Z';
    startSession({ ...login, mustSetUpTwoSteps: true, totpRemoved: { by: null, at } });
    forgetNotice('totpRemoved');
    expect(readSession().login?.totpRemoved).toBeUndefined();
    expect(stored()).toBe('TWO_STEPS');
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

describe('what its user wrote', () => {
  const draft = `chat.draft.${user.uuid}.hash`;
  const other = { ...user, uuid: '0198a000-0000-7000-8000-000000000002' };
  const write = () => {
    startSession(login);
    setCurrentUser(user);
    localStorage.setItem(draft, 'a medias');
    localStorage.setItem('chat.theme', 'light');
  };
  const kept = () => localStorage.getItem(draft);

  it.each(['logout', 'blocked', 'deleted', 'device', 'password'] as const)(
    'goes with a session that ended by %s',
    (reason) => {
      write();
      closeSession(reason);
      expect(Object.keys(localStorage).filter((key) => key !== 'chat.sessionEnd')).toEqual([
        'chat.theme',
      ]);
    },
  );

  it.each([['expired' as const], [undefined]])(
    'waits for them where it ended by %s, and goes once somebody else signs in',
    (reason) => {
      write();
      closeSession(reason);
      startSession(login);
      expect(kept()).toBe('a medias');
      closeSession(reason);
      startSession({ ...login, user: other });
      expect(kept()).toBeNull();
    },
  );

  it('goes here too when another tab forgets it', () => {
    write();
    const signal = { key: 'chat.forget', newValue: 'everybody' };
    window.dispatchEvent(new StorageEvent('storage', signal));
    expect(kept()).toBeNull();
  });
});
