import { once } from 'node:events';
import { readdirSync, statSync } from 'node:fs';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { watchContention } from '../../../packages/server/test/processor-time.ts';
import { inRepo } from '../../../scripts/lib/root.mjs';
import { percentile } from '../support/samples.ts';
import { administrator } from '../support/server.ts';
import { whileAttacked } from './attacker.ts';
import type { Bound, Numbers, Row } from './by-turns.ts';
import { onGround } from './ground.ts';
import { peaksOf } from './memory-peak.ts';
import { type Stage, setStage } from './stage.ts';
import type { AttackName } from './stranger/attacks.ts';

const STRANGER = '127.0.0.2';
const VICTIM = '127.0.0.3';
const TRIES = 40;
const EVERY_MS = 100;

interface VictimStage extends Stage {
  peaks: ReturnType<typeof peaksOf>;
}

/** The largest file of the page, whose name a stranger finds in the page's source. */
function heaviestAsset(): string {
  const folder = inRepo('packages/web/dist/assets/');
  const scripts = readdirSync(folder).filter((name) => name.endsWith('.js'));
  const weightOf = (name: string) => statSync(`${folder}/${name}`).size;
  const [heaviest] = scripts.sort((one, other) => weightOf(other) - weightOf(one));
  return `/assets/${heaviest}`;
}

/** The time of a call from the victim's address; a failed call counts as endless. */
async function timeOf(stage: Stage, method: string, path: string, body?: object): Promise<number> {
  const begun = performance.now();
  const token = stage.bruno.token;
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
  try {
    const url = `${stage.url}/api${path}`;
    const calling = request(url, { method, headers, localAddress: VICTIM, agent: false });
    calling.end(body && JSON.stringify(body));
    const [response] = await once(calling, 'response');
    await text(response);
    return response.statusCode < 300 ? performance.now() - begun : Number.POSITIVE_INFINITY;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

const deviceId = `device-${crypto.randomUUID()}`;
const calls: Record<string, (stage: Stage) => Promise<number>> = {
  'p95 of signing in': (stage) =>
    timeOf(stage, 'POST', '/auth/login', { ...administrator, deviceId }),
  'p95 of sending': (stage) =>
    timeOf(stage, 'POST', `/chats/${stage.chatId}/messages`, {
      type: 'TEXT',
      content: 'Hola',
      referenceId: crypto.randomUUID(),
    }),
  'p95 of reading': (stage) => timeOf(stage, 'GET', `/chats/${stage.chatId}/messages`),
};

/** Begins each kind of call every 100 ms, answered or not. */
async function tryAll(stage: Stage): Promise<Numbers> {
  const contention = watchContention(stage.pid);
  const begun = Object.entries(calls).map(([name, call]) => ({
    name,
    call,
    times: [] as Promise<number>[],
  }));
  for (let n = 0; n < TRIES; n++) {
    for (const { call, times } of begun) times.push(call(stage));
    await pause(EVERY_MS);
  }
  const answered = begun.map(
    async ({ name, times }) => [name, percentile(await Promise.all(times), 0.95)] as const,
  );
  const slow = await Promise.all(answered);
  const slowed = contention();
  return Object.fromEntries(slow.map(([name, ms]) => [name, ms / slowed]));
}

/** Five times as long as in quiet, or 300 ms; some 200 MB at rest, and 150 more. Tests had these limits before. */
const call: Bound = { unit: 'ms', ratioAtMost: 5, least: 60 };
const figures = {
  'p95 of signing in': call,
  'p95 of sending': call,
  'p95 of reading': call,
  memory: { unit: 'MB', ratioAtMost: 1.75 },
};

const rowOf = ({ name, attack }: { name: string; attack: AttackName }): Row<VictimStage> => ({
  name,
  figures,
  async quiet(stage) {
    const [slow, memory] = await stage.peaks.quietly(() => tryAll(stage));
    return { ...slow, memory };
  },
  async disturbed(stage) {
    const args = [attack, stage.url, STRANGER, heaviestAsset()];
    const work = () => whileAttacked('stranger/run.ts', args, () => tryAll(stage));
    const [slow, memory] = await stage.peaks.during(work);
    return { ...slow, memory };
  },
});

const attacks: { name: string; attack: AttackName }[] = [
  { name: '2,000 begin to sign in and go silent', attack: 'unfinishedLogin' },
  {
    name: '2,000 ask for a file of the page of the API and take nothing from the line',
    attack: 'unreadDocs',
  },
  { name: '2,000 ask for it far ahead', attack: 'pipelinedDocs' },
  {
    name: '2,000 ask for a file of the page and take nothing from the line',
    attack: 'unreadAsset',
  },
  { name: '100 begin large bodies of polling without a token', attack: 'unfinishedPolling' },
  { name: '100 begin large frames without a token', attack: 'unfinishedFrame' },
];

export const strangers = onGround(async () => {
  const stage = await setStage({ settings: { LOGIN_RATE: '1000' } });
  await tryAll(stage);
  return { ...stage, peaks: peaksOf(stage.pid) };
}, attacks.map(rowOf));
