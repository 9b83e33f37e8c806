import { login } from '@chat/contract/auth';
import { listGroupParticipants, updateGroup } from '@chat/contract/groups';
import { getCurrentUser } from '@chat/contract/users';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { ApiError, errorMessage } from './api-error.ts';
import { callApi } from './call-api.ts';
import { endSession, readSession, startSession, useSessionEnd } from './session.ts';

const groupId = '0198a000-0000-7000-8000-000000000009';
const user = { id: 1, uuid: groupId, email: 'a@b.c', isAdmin: false, role: 'USER' as const };

const fetchMock = vi.fn<typeof fetch>();

function answer(status: number, body: unknown) {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  fetchMock.mockResolvedValueOnce(new Response(text, { status }));
}

function lastRequest() {
  const [url, init] = fetchMock.mock.lastCall ?? [];
  return { url, init, headers: new Headers(init?.headers) };
}

const failureOf = (call: Promise<unknown>): Promise<unknown> =>
  call.catch((error: unknown) => error);

beforeEach(() => {
  fetchMock.mockReset();
  vi.stubGlobal('fetch', fetchMock);
  endSession();
});

describe('callApi', () => {
  it('fills path and query, leaving out what is undefined', async () => {
    answer(200, { content: [], pagination: null });
    await callApi(listGroupParticipants, {
      params: { groupId },
      query: { page: '2', size: undefined },
    });
    expect(lastRequest().url).toBe(`/api/groups/${groupId}/users?page=2`);
  });

  it('gives content and pagination of the envelope', async () => {
    const pagination = { page: 1, size: 50, totalElements: 1, totalPages: 1 };
    answer(200, { content: [user], pagination, statusCode: 200, message: '' });
    const got = await callApi(listGroupParticipants, { params: { groupId } });
    expect(got).toEqual({ content: [user], pagination });
  });

  it('sends the body as JSON, and the token once a login is stored', async () => {
    startSession({ accessToken: 'secreto', user });
    answer(200, { content: {}, pagination: null });
    await callApi(updateGroup, { params: { groupId }, body: { name: 'Ventas' } });
    const { init, headers } = lastRequest();
    expect(init?.method).toBe('POST');
    expect(init?.body).toBe('{"name":"Ventas"}');
    expect(headers.get('authorization')).toBe('Bearer secreto');
  });

  it('takes what was asked ahead with the same login, once', async () => {
    startSession({ accessToken: 'secreto', user });
    const url = '/api/users/me';
    const ahead = () => Promise.resolve(Response.json({ content: user, pagination: null }));
    window.prefetched = { [url]: { token: 'secreto', answer: ahead() } };
    expect((await callApi(getCurrentUser)).content).toEqual(user);
    expect(fetchMock).not.toHaveBeenCalled();
    window.prefetched = { [url]: { token: 'de otro', answer: ahead() } };
    answer(200, { content: { ...user, id: 2 }, pagination: null });
    expect((await callApi(getCurrentUser)).content.id).toBe(2);
  });

  it('sends no token while nobody is logged in', async () => {
    answer(200, { content: {}, pagination: null });
    await callApi(login, { body: { email: 'a', password: 'b', deviceId: 'c'.repeat(8) } });
    expect(lastRequest().headers.has('authorization')).toBe(false);
  });

  it('wraps a refusal with message, field errors and status', async () => {
    const errors = { email: ['El correo ya está registrado'] };
    answer(409, { message: 'Conflicto', errors, statusCode: 409 });
    const error = await failureOf(callApi(getCurrentUser));
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ message: 'Conflicto', errors, status: 409 });
  });

  it('leaves the message empty when the server gave none, so that the default is shown', async () => {
    answer(502, '<html>Bad gateway</html>');
    const error = await failureOf(callApi(getCurrentUser));
    expect(error).toMatchObject({ message: '', status: 502 });
    expect(errorMessage(error, 'Por defecto')).toBe('Por defecto');
  });

  it('wraps a server that cannot be reached as status 0', async () => {
    fetchMock.mockRejectedValueOnce(new TypeError('Failed to fetch'));
    expect(await failureOf(callApi(getCurrentUser))).toMatchObject({ message: '', status: 0 });
  });
});

describe('a question to the server', () => {
  const asked = (signal?: AbortSignal) => {
    // The oldest supported browsers have no `AbortSignal.any`.
    vi.spyOn(AbortSignal, 'any').mockImplementation(() => {
      throw new TypeError('AbortSignal.any is not a function');
    });
    fetchMock.mockImplementationOnce(
      (_, init) =>
        new Promise((_answer, reject) => {
          const signal = init?.signal;
          const give = () => reject(signal?.reason);
          if (signal?.aborted) give();
          signal?.addEventListener('abort', give);
        }),
    );
    return failureOf(callApi(getCurrentUser, signal ? { signal } : {}));
  };

  it('is given up when its reader goes away', async () => {
    const reader = new AbortController();
    const failure = asked(reader.signal);
    reader.abort();
    expect(await failure).toMatchObject({ name: 'AbortError' });
    expect(await asked(reader.signal)).toMatchObject({ name: 'AbortError' });
  });

  it.each([
    ['a reader', new AbortController().signal],
    ['no reader', undefined],
  ])('is given up after 30 s without an answer, with %s', async (_, signal) => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const given = vi.fn();
    void asked(signal).then(given);
    await vi.advanceTimersByTimeAsync(29_999);
    expect(given).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(given.mock.lastCall).toMatchObject([{ name: 'ApiError', status: 0 }]);
  });
});

describe('a 403 of a restricted session', () => {
  const refused = (step: string) => {
    answer(403, { message: 'Antes debes hacer algo', errors: { required: [step] } });
    return failureOf(callApi(getCurrentUser));
  };

  it.each(['PASSWORD', 'TWO_STEPS', 'NOTICE'])('says what is to be done: %s', async (step) => {
    startSession({ accessToken: 'secreto', user });
    expect(await refused(step)).toMatchObject({ status: 403, errors: { required: [step] } });
    expect(readSession().login?.required).toBe(step);
  });

  it('that comes late changes nothing of a newer login', async () => {
    startSession({ accessToken: 'secreto', user });
    const late = refused('PASSWORD');
    startSession({ accessToken: 'otro', user });
    await late;
    expect(readSession().login?.required).toBeUndefined();
  });

  it('with a step of a newer version than the page restricts nothing', async () => {
    startSession({ accessToken: 'secreto', user });
    await refused('LATER');
    expect(readSession().login?.required).toBeUndefined();
  });
});

describe('a 401', () => {
  it('ends the stored login', async () => {
    startSession({ accessToken: 'vencido', user });
    answer(401, { message: 'Sesión terminada', errors: {}, statusCode: 401 });
    await failureOf(callApi(getCurrentUser));
    expect(readSession().login).toBeNull();
  });

  it.each([
    [
      'Tu sesión ha caducado. Inicia sesión de nuevo.',
      'Tu sesión ha caducado. Inicia sesión de nuevo.',
    ],
    ['', 'Tu sesión ha terminado. Inicia sesión de nuevo.'],
    ['Inicia sesión para continuar', null],
  ])('saying %j leaves %j for the sign-in page', async (message, why) => {
    startSession({ accessToken: 'vencido', user });
    answer(401, { message, errors: {}, statusCode: 401 });
    await failureOf(callApi(getCurrentUser));
    expect(useSessionEnd.getState().why).toBe(why);
    startSession({ accessToken: 'nuevo', user });
    expect(useSessionEnd.getState().why).toBeNull();
  });

  it('of an earlier login leaves the present one alone', async () => {
    startSession({ accessToken: 'vencido', user });
    fetchMock.mockImplementationOnce(async () => {
      startSession({ accessToken: 'nuevo', user });
      return new Response('{}', { status: 401 });
    });
    await failureOf(callApi(getCurrentUser));
    expect(readSession().login?.accessToken).toBe('nuevo');
  });
});

it('an answer to a question of an earlier login is thrown away', async () => {
  startSession({ accessToken: 'vencido', user });
  fetchMock.mockImplementationOnce(async () => {
    startSession({ accessToken: 'nuevo', user });
    return Response.json({ content: user, pagination: null });
  });
  expect(await failureOf(callApi(getCurrentUser))).toBeInstanceOf(ApiError);
  expect(readSession().login?.accessToken).toBe('nuevo');
});
