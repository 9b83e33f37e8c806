import { afterEach, beforeEach, expect, it, type MockInstance, vi } from 'vitest';
import { ana } from '../test/builders.ts';
import { emitReserved } from '../test/fakes.ts';
import { readSession, setCurrentUser, setRequired, startSession } from './session.ts';
import { connectSocket, disconnectSocket, socket } from './socket.ts';

// The server does not answer: an attempt lasts as long as the test says.
let tryOnce: MockInstance;

const failTry = () => {
  emitReserved(socket.io, 'error', new Error('no network'));
};
const look = () => document.dispatchEvent(new Event('visibilitychange'));

beforeEach(() => {
  vi.useFakeTimers();
  tryOnce = vi.spyOn(socket.io, 'open').mockReturnValue(socket.io);
  startSession({ accessToken: 'secreto', user: ana });
  setCurrentUser(ana);
  connectSocket();
});
afterEach(() => {
  disconnectSocket();
  vi.useRealTimers();
});

it('lets a try to connect finish, however often one looks meanwhile', () => {
  for (let looks = 0; looks < 10; looks += 1) {
    vi.advanceTimersByTime(300);
    look();
  }
  expect(tryOnce).toHaveBeenCalledTimes(1);
});

it('does not wait on waking for a try that has not been answered for long', () => {
  vi.advanceTimersByTime(4_000);
  look();
  expect(tryOnce).toHaveBeenCalledTimes(2);
});

it('does not wait on waking for the next try once one has failed', () => {
  failTry();
  look();
  expect(tryOnce).toHaveBeenCalledTimes(2);
});

it('connects again after a restriction that was over before anything was drawn', () => {
  setRequired('NOTICE');
  expect(socket.active).toBe(false);
  setRequired(undefined);
  vi.advanceTimersByTime(4_000);
  expect(socket.active).toBe(true);
});

const beat = () => {
  emitReserved(socket.io, 'ping');
};

it('says ping_server with each heartbeat of the server, save for administrators', () => {
  const emit = vi.spyOn(socket, 'emit').mockReturnValue(socket);
  socket.connected = true;
  beat();
  beat();
  expect(emit.mock.calls).toEqual([['ping_server'], ['ping_server']]);
  setCurrentUser({ ...ana, isAdmin: true });
  beat();
  socket.connected = false;
  setCurrentUser(ana);
  beat();
  expect(emit).toHaveBeenCalledTimes(2);
  emit.mockRestore();
});

/** The server's answers to each registration, in order. */
function answerRegistrations(...answers: { ok: boolean; message?: string }[]): MockInstance {
  return vi.spyOn(socket, 'emit').mockImplementation((...given) => {
    const answered = given.at(-1);
    if (typeof answered === 'function') answered(answers.shift());
    return socket;
  });
}

it('keeps a connection that is registered while another try still waits for its time', async () => {
  const call = vi.spyOn(window, 'fetch').mockRejectedValue(new TypeError('no network'));
  const emit = answerRegistrations({ ok: false, message: 'Ocupado' }, { ok: true });
  socket.id = 'refused';
  emitReserved(socket, 'connect');
  await vi.advanceTimersByTimeAsync(1_000);
  socket.id = 'registered';
  socket.connected = true;
  emitReserved(socket, 'connect');
  vi.advanceTimersByTime(10_000);
  expect(tryOnce).toHaveBeenCalledTimes(1);
  socket.connected = false;
  emit.mockRestore();
  call.mockRestore();
});

it('learns by a call why a registration was refused, and shows what must be done first', async () => {
  const content = { ...ana, noticeVersion: null, noticeRequired: 2 };
  const answer = Response.json({ content, statusCode: 200, message: 'OK', pagination: null });
  const call = vi.spyOn(window, 'fetch').mockResolvedValue(answer);
  const emit = answerRegistrations({ ok: false, message: 'Aviso' });
  emitReserved(socket, 'connect');
  await vi.waitFor(() => expect(readSession().login?.required).toBe('NOTICE'));
  vi.advanceTimersByTime(10_000);
  expect(tryOnce).toHaveBeenCalledTimes(1);
  emit.mockRestore();
  call.mockRestore();
});
