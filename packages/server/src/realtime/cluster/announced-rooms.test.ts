import { beforeEach, expect, test } from 'vitest';
import { RoomDirectory } from './process-in-redis.ts';

/** The rooms with people of this process. */
let local: Set<string>;
let leave: (room: string) => void;
/** Pending removals in their order; the test answers each with the rooms that Redis keeps. */
let removals: { rooms: unknown[]; answer: (kept: string[]) => void; fail: () => void }[];
let rooms: RoomDirectory;

beforeEach(() => {
  local = new Set(['user:ana']);
  removals = [];
  const evaluate = (_script: string, _keys: number, ...[, , ...given]: unknown[]) =>
    new Promise((answer, reject) => {
      removals.push({ rooms: given, answer, fail: () => reject(new Error('away')) });
    });
  const secrets = { nameOf: (room: string) => room };
  rooms = new RoomDirectory({ commands: { eval: evaluate }, secrets }, 'me', {
    has: (room) => local.has(room),
    onLeft(listener) {
      leave = (room) => {
        local.delete(room);
        listener(room);
      };
    },
  });
  rooms.add(['user:ana']);
});

test('a room that others know of is not missing, and one that nobody is in need not be known', () => {
  local.add('user:bruno');
  const asked = ['user:ana', 'user:bruno', 'user:carla', 'session:7', 'Zk3xAAAB'];
  expect(rooms.missing(asked)).toEqual(['user:bruno']);
});

test('a room that has been left is taken out, unless somebody is back in it', async () => {
  local.add('user:bruno');
  rooms.add(['user:bruno']);
  leave('user:ana');
  leave('user:bruno');
  local.add('user:bruno');
  const removing = rooms.removeLeft(3);
  expect(removals.map((one) => one.rooms)).toEqual([['user:ana']]);
  removals[0]?.answer([]);
  await removing;
  local.add('user:ana');
  expect(rooms.missing(['user:ana', 'user:bruno'])).toEqual(['user:ana']);
});

test('a room that comes to be known while it is taken out is missing all the same', async () => {
  leave('user:ana');
  const removing = rooms.removeLeft(3);
  local.add('user:ana');
  rooms.add(['user:ana']);
  expect(rooms.missing(['user:ana'])).toEqual(['user:ana']);
  removals[0]?.answer([]);
  await removing;
  rooms.add(['user:ana']);
  expect(rooms.missing(['user:ana'])).toEqual([]);
});

test.each([
  ['that Redis keeps since it was just added', () => removals[0]?.answer(['user:ana'])],
  ['that could not be taken out', () => removals[0]?.fail()],
])('a room %s is taken out the next time', async (_, happens) => {
  leave('user:ana');
  const removing = rooms.removeLeft(3);
  happens();
  await removing;
  void rooms.removeLeft(4);
  expect(removals[1]?.rooms).toEqual(['user:ana']);
});
