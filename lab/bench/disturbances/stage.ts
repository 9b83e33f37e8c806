import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '../../../packages/server/src/db/database.ts';
import { sendText } from '../../../packages/server/test/cast.ts';
import { Client } from '../../../packages/server/test/client.ts';
import { watchContention } from '../../../packages/server/test/processor-time.ts';
import { required } from '../../support/helpers.ts';
import { measureLoopStall } from '../load/calls.ts';
import { range } from '../support/company.ts';
import { percentile } from '../support/samples.ts';
import { administrator, type ServedDatabase, startServer } from '../support/server.ts';
import type { Bound, Numbers } from './by-turns.ts';

const SENDS = 100;
/** The pace of sends. */
const EVERY_MS = 50;
/** Sends pause while so many are unanswered: a person may have only so many calls at once. */
const MAX_UNANSWERED = 100;

/** Bounds for other users: at most 5 times the quiet value; quiet values under 10 ms count as 10. */
export const otherUserBounds = {
  'p95 of sends': { unit: 'ms', ratioAtMost: 5, least: 10 },
  'longest stall of the event loop': { unit: 'ms', ratioAtMost: 5, least: 10 },
} satisfies Record<string, Bound>;

/** A server on which Bruno writes to Ana in a group of theirs. */
export interface Stage extends ServedDatabase {
  elena: Client;
  ana: Client;
  bruno: Client;
  anaUuid: string;
  groupId: string;
  chatId: string;
}

interface StageOptions {
  settings?: Record<string, string>;
  /** The people of the group, Ana and Bruno among them. */
  people?: number;
  /** How many messages the group already has; Ana and Bruno alternate as senders. */
  messages?: number;
  /** Undefined: the embedded engine. */
  databaseUrl?: string | undefined;
  fill?: (db: Database) => Promise<void>;
}

export async function setStage(options: StageOptions = {}): Promise<Stage> {
  const { settings = {}, people = 2, messages = 0, databaseUrl, fill = async () => {} } = options;
  const plan = { people, groups: [{ members: range(people), messages }], directs: [] };
  const started = await startServer(plan, { databaseUrl }, undefined, { settings, fill });
  const { company, ...server } = started;
  const { url } = server;
  const person = (n: number) => required(company.people[n], 'person');
  const signedIn = (n: number) => Object.assign(new Client(url), { token: person(n).token });
  const { uuid: chatId, groupUuid: groupId } = required(company.groupChats[0], 'group');
  const elena = await new Client(url).signIn(administrator.email, administrator.password);
  const [ana, bruno, anaUuid] = [signedIn(0), signedIn(1), person(0).uuid];
  const stage = { ...server, elena, ana, bruno, anaUuid, groupId, chatId };
  // Warm-up: at the first sends of a server no statement is prepared yet.
  await p95OfSends(stage, { count: 20, everyMs: EVERY_MS / 2, ended: Promise.resolve() });
  return stage;
}

async function timeOfSend({ bruno, chatId }: Stage): Promise<number> {
  const begun = performance.now();
  const { status, message } = await sendText(bruno, chatId, 'Hola', randomUUID());
  if (status !== 201) throw new Error(`A send of another user was refused (${status}): ${message}`);
  return performance.now() - begun;
}

interface Pace {
  count: number;
  everyMs: number;
  ended: Promise<unknown>;
}

/**
 * Sends begin at a steady pace, answered or not, at least `count` times and until `ended` settles.
 * Returns the p95 time, ms.
 */
async function p95OfSends(stage: Stage, { count, everyMs, ended }: Pace): Promise<number> {
  const times: Promise<number>[] = [];
  let unanswered = 0;
  const send = async () => {
    unanswered++;
    const time = await timeOfSend(stage);
    unanswered--;
    return time;
  };
  let isEnded = false;
  const end = () => {
    isEnded = true;
  };
  ended.then(end, end);
  while (times.length < count || !isEnded) {
    if (unanswered < MAX_UNANSWERED) times.push(send());
    // The pause sets the rate of sends; no event is awaited.
    await pause(everyMs);
  }
  return percentile(await Promise.all(times), 0.95);
}

/**
 * Measures what other users feel while `disturbance` runs; sends go on until it ends by itself. Times are divided by the
 * slowdown of the processor, so that they are as if the server had it alone.
 */
export async function measureOtherUsers(
  stage: Stage,
  disturbance: () => Promise<unknown> = async () => {},
  everyMs = EVERY_MS,
): Promise<Numbers> {
  const contention = watchContention(stage.pid);
  const [sends, stall] = await measureLoopStall(stage.url, async () => {
    const ended = disturbance();
    const p95 = await p95OfSends(stage, { count: SENDS, everyMs, ended });
    await ended;
    return p95;
  });
  const slowdown = contention();
  return { 'p95 of sends': sends / slowdown, 'longest stall of the event loop': stall / slowdown };
}
