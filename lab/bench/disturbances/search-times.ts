import type { Client } from '../../../packages/server/test/client.ts';
import { fillPersonal, search, searchAll } from '../../../packages/server/test/search.ts';
import { indexWaiting } from '../../../packages/server/test/search-index.ts';
import { median, repeat } from '../support/samples.ts';
import type { Row } from './by-turns.ts';
import { onGround } from './ground.ts';
import { type InProcess, serveInProcess } from './in-process.ts';

const TURNS = 20;

/** The words that somebody says in their own chat alone, and as many letters that nobody says. */
const words = [
  { theirs: '7391', nobodys: '7462' },
  { theirs: 'ornitorrinco', nobodys: 'ortinorrinca' },
];

async function timeOf(reader: Client, q: string, call: typeof search | typeof searchAll) {
  const started = performance.now();
  const { status, content } = await call(reader, q);
  if (status !== 200 || content.length > 0) throw new Error(`${q} was found, or not sought`);
  return performance.now() - started;
}

async function searchTimes({ cast }: InProcess, which: 'theirs' | 'nobodys') {
  const times: Record<string, number> = {};
  for (const word of words) {
    const q = word[which];
    const mine = await repeat(TURNS, () => timeOf(cast.ana, q, search));
    const all = await repeat(TURNS, () => timeOf(cast.elena, q, searchAll));
    times[`“${word.theirs}” by a member, p50`] = median(mine);
    times[`“${word.theirs}” by an administrator, p50`] = median(all);
  }
  return times;
}

/** A quarter more or less, as a test allowed, is what a machine's moments differ by. */
const alike = { unit: 'ms', ratioAtMost: 1.25, isAlike: true } as const;

const row: Row<InProcess> = {
  name: 'a word that others have in their own chats takes as long as a word that nobody has',
  figures: Object.fromEntries(
    words.flatMap(({ theirs }) => [
      [`“${theirs}” by a member, p50`, alike],
      [`“${theirs}” by an administrator, p50`, alike],
    ]),
  ),
  // Short turns, so that a slow moment of the machine affects both.
  pairs: 9,
  quiet: (ground) => searchTimes(ground, 'nobodys'),
  disturbed: (ground) => searchTimes(ground, 'theirs'),
};

export const searchTimesOfOthers = onGround(async () => {
  const ground = await serveInProcess();
  const { app, cast } = ground;
  await fillPersonal(app, cast.ana, 'lista de la compra', 2_000);
  await fillPersonal(app, cast.bruno, 'mi clave ornitorrinco es 7391, la otra 5', 3_000);
  await indexWaiting(app.ctx.db);
  // At the first searches of a server no statement is prepared yet.
  await searchTimes(ground, 'nobodys');
  return ground;
}, [row]);
