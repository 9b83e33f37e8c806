import { expect, test } from 'vitest';
import { startApp } from '../../../test/build-app.ts';
import { gatherCast } from '../../../test/cast.ts';
import type { Client } from '../../../test/client.ts';
import { fillPersonal, search, searchAll } from '../../../test/search.ts';
import { indexAll } from '../../../test/search-index.ts';

const TURNS = 60;
const MAX_ROUNDS = 2;

async function timed(
  reader: Client,
  q: string,
  call: typeof search | typeof searchAll,
): Promise<number> {
  const started = performance.now();
  const { status, content } = await call(reader, q);
  expect([q, status, content.length]).toEqual([q, 200, 0]);
  return performance.now() - started;
}

const isAlike = (ratio: number) => ratio > 0.8 && ratio < 1.25;

const median = (times: number[]) => times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;

test('a word that others have in their own chats takes no longer than a word that nobody has', async () => {
  const app = await startApp();
  const cast = await gatherCast(app);
  await fillPersonal(app, cast.ana, 'lista de la compra', 2_000);
  await fillPersonal(app, cast.bruno, 'mi clave ornitorrinco es 7391, la otra 5', 3_000);
  await indexAll(app.ctx.db);
  for (const [name, reader, call] of [
    ['a member', cast.ana, search],
    ['an administrator', cast.elena, searchAll],
  ] as const) {
    for (const [theirs, nobodys] of [
      ['7391', '7462'],
      ['ornitorrinco', 'ortinorrinca'],
    ] as const) {
      const times: Record<'theirs' | 'nobodys', number[]> = { theirs: [], nobodys: [] };
      let ratio = Number.NaN;
      // A busy machine may need more turns.
      for (let round = 0; round < MAX_ROUNDS && !isAlike(ratio); round++) {
        // The two searches take turns, so that a slow moment of the machine affects both.
        for (let turn = 0; turn < TURNS; turn += 1) {
          times.theirs.push(await timed(reader, theirs, call));
          times.nobodys.push(await timed(reader, nobodys, call));
        }
        ratio = median(times.theirs) / median(times.nobodys);
      }
      expect([name, theirs, isAlike(ratio), ratio]).toEqual([name, theirs, true, ratio]);
    }
  }
  await app.close();
}, 120_000);
