import type { ServerToClientEvents } from '@chat/contract/events';
import { expect } from 'vitest';
import { startApp, type TestApp } from './build-app.ts';
import { type Cast, directChatOf, gatherCast } from './cast.ts';
import type { Client } from './client.ts';
import type { LiveClient } from './socket-client.ts';

const names = ['ana', 'anaToo', 'bruno', 'brunoToo', 'carla', 'diego'] as const;

/** A socket for each person, and a socket of a second session for Ana and Bruno. */
export type LiveCast = Record<(typeof names)[number], LiveClient>;

async function connectCast(app: TestApp, cast: Cast): Promise<LiveCast> {
  const [anaToo, brunoToo] = [await app.signIn('ana'), await app.signIn('bruno')];
  const people = { ...cast, anaToo, brunoToo };
  return connectEach(names, people);
}

/** A socket for each of the names. */
export async function connectEach<Name extends string>(
  names: readonly Name[],
  people: Record<Name, Client>,
): Promise<Record<Name, LiveClient>> {
  const connect = async (name: Name) => [name, await people[name].connect()] as const;
  return Object.fromEntries(await Promise.all(names.map(connect))) as Record<Name, LiveClient>;
}

/** An app with everybody connected, and Ana's and Bruno's direct chat. */
export interface LiveStage {
  app: TestApp;
  cast: Cast;
  live: LiveCast;
  direct: string;
  /** Between two tests: no event of the earlier test arrives any more. */
  settle(): Promise<void>;
  close(): Promise<void>;
}

export async function startLiveStage(): Promise<LiveStage> {
  const app = await startApp();
  const cast = await gatherCast(app);
  const direct = await directChatOf(cast.ana, cast.bruno, cast.ventas);
  const live = await connectCast(app, cast);
  return {
    app,
    cast,
    live,
    direct,
    async settle() {
      await live.ana.emit('seen', { chatId: direct });
      // Receipts are gathered for a moment, and authors hear of them after the reader's answer.
      await app.ctx.receipts.flush();
      await forgetAll(live);
    },
    async close() {
      for (const socket of Object.values(live)) socket.close();
      await app.close();
    },
  };
}

/** Receives all events that the server has sent so far, then forgets them. */
async function forgetAll(live: LiveCast): Promise<void> {
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
