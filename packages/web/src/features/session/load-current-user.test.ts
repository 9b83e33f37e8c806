import { beforeEach, expect, it, vi } from 'vitest';
import { readSession, setRequired, startSession } from '../../shared/session.ts';
import { loadCurrentUser } from './api.ts';

const calls = vi.hoisted(() => ({ answer: vi.fn() }));
vi.mock('../../shared/call-api.ts', () => ({ callApi: calls.answer }));

const user = {
  id: 1,
  uuid: 'ana',
  email: 'ana@empresa.local',
  isAdmin: false,
  role: 'USER' as const,
};

beforeEach(() => startSession({ accessToken: 'secreto', user }));

it('a restriction that comes while the own user is asked for is not lost to the older answer', async () => {
  calls.answer
    .mockImplementationOnce(async () => {
      setRequired('NOTICE');
      return { content: user };
    })
    .mockResolvedValueOnce({ content: { ...user, noticeRequired: 4 } });
  await loadCurrentUser();
  expect(readSession().login?.required).toBe('NOTICE');
  expect(calls.answer).toHaveBeenCalledTimes(2);
});
