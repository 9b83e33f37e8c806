import { setTimeout as wait } from 'node:timers/promises';
import { call } from '../load/calls.ts';
import { runLoadJob } from '../load/generate.ts';
import type { Times } from '../load/jobs.ts';
import type { Figure } from '../support/figures.ts';
import type { Run } from '../support/run.ts';
import { median, percentile } from '../support/samples.ts';
import type { PreparedSearches } from './prepared-searches.ts';
import type { SearchedDatabase } from './searched-databases.ts';

const SECONDS = 6;
const RATE = 20;
const LOOK_MS = 500;

/** How many messages no search finds yet. */
async function waitingAt(url: string): Promise<number> {
  const { text } = await call(`${url}/api/metrics`);
  const figures = [...text.matchAll(/^chat_search_waiting_messages{[^}]*} ([\d.e+]+)/gm)];
  if (figures.length === 0)
    throw new Error('The server does not tell what searches do not find yet');
  return figures.reduce((sum, [, figure]) => sum + Number(figure), 0);
}

/** Settles once everything that was there can be found. */
export async function untilIndexed(url: string): Promise<void> {
  while ((await waitingAt(url)) > 0) await wait(LOOK_MS);
}

/** The time to index what was there before, and sends and reads meanwhile; nothing where all is indexed already. */
export async function measureBuild(
  { name }: SearchedDatabase,
  prepared: PreparedSearches,
  url: string,
  run: Run,
): Promise<Figure[]> {
  const waiting = await waitingAt(url);
  if (waiting === 0) return [];
  run.say(`${name}: building the index of ${waiting} messages`);
  const began = performance.now();
  const meanwhile = await measureMeanwhile(prepared, url);
  await untilIndexed(url);
  const seconds = (performance.now() - began) / 1000;
  const figure = (what: string, value: number, unit: string): Figure => ({
    name: `${name}: ${what}`,
    value,
    unit,
  });
  return [
    figure(`${waiting} messages are indexed after`, seconds / 60, 'min'),
    figure('messages indexed', waiting / seconds, '/s'),
    ...[...meanwhile].flatMap(([what, { samples }]) => [
      figure(`meanwhile, ${what}, p50`, median(samples), 'ms'),
      figure(`meanwhile, ${what}, p99`, percentile(samples, 0.99), 'ms'),
    ]),
  ];
}

async function measureMeanwhile(
  { places }: PreparedSearches,
  url: string,
): Promise<Map<string, Times>> {
  const paced = { kind: 'paced', wire: 'chat', url, places, rate: RATE, seconds: SECONDS } as const;
  const { answered } = await runLoadJob(paced);
  const requests = places.map(({ path, token }) => ({ path, token }));
  const read = { kind: 'read', url, requests, readers: 1, seconds: SECONDS } as const;
  return new Map([
    [`${RATE} sends a second`, answered],
    ['reading a page', await runLoadJob(read)],
  ]);
}
