import type { ServerToClientEvents } from '@chat/contract/events';
import { expect } from 'vitest';
import type { TestApp } from './build-app.ts';
import type { Cast } from './cast.ts';
import type { LiveClient } from './socket-client.ts';

const names = ['ana', 'anaToo', 'bruno', 'brunoToo', 'carla', 'diego'] as const;

/** A socket for each of them, and for Ana and Bruno one of a second session. */
export type LiveCast = Record<(typeof names)[number], LiveClient>;

export async function connectCast(app: TestApp, cast: Cast): Promise<LiveCast> {
  const [anaToo, brunoToo] = [await app.signIn('ana'), await app.signIn('bruno')];
  const people = { ...cast, anaToo, brunoToo };
  const sockets = await Promise.all(names.map((name) => people[name].connect()));
  return Object.fromEntries(names.map((name, i) => [name, sockets[i]])) as LiveCast;
}

/** Whatever the server has sent so far is heard first. */
export async function forgetAll(live: LiveCast): Promise<void> {
  for (const socket of Object.values(live)) await socket.fence();
  for (const socket of Object.values(live)) socket.forget();
}

export async function expectSilence(
  live: LiveCast,
  event: keyof ServerToClientEvents,
  silent: (keyof LiveCast)[],
): Promise<void> {
  for (const name of silent) {
    await live[name].fence();
    expect([name, live[name].all(event)]).toEqual([name, []]);
  }
}
