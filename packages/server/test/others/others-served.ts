import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { required } from '@chat/contract/checks';
import { createGroup } from '@chat/contract/groups';
import { expect } from 'vitest';
import type { Database } from '../../src/db/database.ts';
import { ADMINISTRATOR } from '../build-app.ts';
import { groupChatOf, personForm, sendText } from '../cast.ts';
import { Client } from '../client.ts';
import { type InstalledServer, startInstalledServer } from '../own-process.ts';

const SENDS = 100;
/** The pace of sends beside a deed, and while nobody else calls. */
const EVERY_MS = 50;
const QUIET_EVERY_MS = 25;
/** Sends pause while so many are unanswered: a person may have only so many calls at once. */
const MAX_UNANSWERED = 100;
/**
 * The limit for the slowest send in twenty, on processors of the server's own, and for the longest stall of the event
 * loop.
 */
const LONGEST_MS = 50;

/** A server on which Bruno writes to Ana in 'Ventas', and the time of his sends while nobody else calls. */
export interface Stage {
  server: InstalledServer;
  elena: Client;
  ana: Client;
  bruno: Client;
  chatId: string;
  /** The slowest of twenty sends, in ms. */
  quiet: number;
}

/** `fill` adds rows to the database before the start; `settings` are environment variables. */
export async function setStage(
  settings: Record<string, string> = {},
  fill?: (db: Database) => Promise<void>,
): Promise<Stage> {
  const stalls = new URL('report-stalls.mjs', import.meta.url);
  const watched = { ...settings, NODE_OPTIONS: `--import=${stalls}` };
  const server = await startInstalledServer(watched, fill);
  const signIn = (email: string) => new Client(server.url).signIn(email);
  const elena = await signIn(ADMINISTRATOR);
  const register = async (name: string) => {
    const email = `${name}@empresa.local`;
    await elena.request('POST', '/users', personForm(email));
    return signIn(email);
  };
  const ana = await register('ana');
  const bruno = await register('bruno');
  const body = { name: 'Ventas', userUuids: [ana.uuid, bruno.uuid] };
  const chatId = await groupChatOf(ana, (await elena.call(createGroup, { body })).content);
  const stage = { server, elena, ana, bruno, chatId, quiet: 0 };
  // At the first sends of a server no statement is prepared yet.
  await slowestSend(stage, { count: 20, everyMs: QUIET_EVERY_MS });
  return { ...stage, quiet: await slowestSend(stage, { everyMs: QUIET_EVERY_MS }) };
}

async function timeOfSend({ bruno, chatId }: Stage): Promise<number> {
  const begun = performance.now();
  const { status } = await sendText(bruno, chatId, 'Hola', randomUUID());
  expect(status).toBe(201);
  return performance.now() - begun;
}

/**
 * Sends begin at a steady pace, answered or not, at least `count` times and until `ended`; returns the slowest but one in
 * twenty.
 */
async function slowestSend(
  stage: Stage,
  { count = SENDS, everyMs = EVERY_MS, ended = Promise.resolve() },
): Promise<number> {
  const times: Promise<number>[] = [];
  let unanswered = 0;
  const send = async () => {
    unanswered++;
    const time = await timeOfSend(stage);
    unanswered--;
    return time;
  };
  let isEnded = false;
  void ended.finally(() => {
    isEnded = true;
  });
  while (times.length < count || !isEnded) {
    if (unanswered < MAX_UNANSWERED) times.push(send());
    // The pause sets the rate of sends; no event is awaited.
    await pause(everyMs);
  }
  const sorted = (await Promise.all(times)).sort((one, other) => one - other);
  return required(sorted[Math.ceil(sorted.length * 0.95) - 1], 'time');
}

/** The longest stall of the event loop during `deed`, and the time of slow sends, in ms. */
export async function measureOthers(
  stage: Stage,
  deed: () => Promise<unknown>,
  everyMs = EVERY_MS,
) {
  await stage.server.longestStall();
  const contention = stage.server.watchContention();
  const running = deed().then(() => {});
  const slowest = await slowestSend(stage, { everyMs, ended: running });
  await running;
  const longestStall = await stage.server.longestStall();
  return {
    longestStall,
    slowest,
    slowestAllowed: Math.max(2 * stage.quiet, LONGEST_MS * contention()),
  };
}

/**
 * The host of a virtual machine pauses it at times, invisibly from inside; a stall of the product comes in every round.
 */
const ROUNDS = 3;

/**
 * Asserts that Bruno's sends and the server's event loop are not slower while `deed` runs. `deed` begins at once and
 * ends by itself; sends go on until then. A round that is too slow is repeated, and the least times count.
 */
export async function expectOthersServed(
  stage: Stage,
  deed: () => Promise<unknown>,
  everyMs = EVERY_MS,
): Promise<void> {
  let best = await measureOthers(stage, deed, everyMs);
  const isGood = () => best.longestStall <= LONGEST_MS && best.slowest <= best.slowestAllowed;
  for (let round = 1; round < ROUNDS && !isGood(); round += 1) {
    const { longestStall, slowest, slowestAllowed } = await measureOthers(stage, deed, everyMs);
    best = {
      longestStall: Math.min(best.longestStall, longestStall),
      slowest: Math.min(best.slowest, slowest),
      slowestAllowed: Math.max(best.slowestAllowed, slowestAllowed),
    };
  }
  expect.soft(best.longestStall, 'longest stall of the event loop').toBeLessThanOrEqual(LONGEST_MS);
  expect.soft(best.slowest, 'p95 of sends').toBeLessThanOrEqual(best.slowestAllowed);
}
