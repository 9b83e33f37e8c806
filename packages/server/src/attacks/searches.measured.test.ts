import { setTimeout as pause } from 'node:timers/promises';
import { getPersonalChat } from '@chat/contract/chats';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { sendText } from '../../test/cast.ts';
import { expectOthersServed, type Stage, setStage } from '../../test/others/others-served.ts';
import { search, searchAll } from '../../test/search.ts';

const FLOOD_MS = 5_000;
const EACH = 45;

/** Texts of the largest length, each expensive in its own way. */
const texts = [
  'a-'.repeat(4_990),
  'a'.repeat(9_990),
  'b'.repeat(9_980),
  Array.from({ length: 1_400 }, (_, n) => `pago${n.toString(36)}`).join(' '),
  'e\u0301\u0327'.repeat(3_300),
];

/** Queries that are expensive to search for in one of the texts. */
const queries = [
  'a-a '.repeat(50),
  'a-a-a-a-a-a-a-a-a-a '.repeat(10),
  `${'a-'.repeat(99)}b`,
  `"${'a '.repeat(98)}"`,
  Array.from({ length: 60 }, (_, n) => `a${n.toString(36)}`).join(' '),
  Array.from({ length: 60 }, (_, n) => `-c${n.toString(36)}`).join(' '),
  `${'b'.repeat(98)}c ${'b'.repeat(98)}d`,
  `${'bbbc '.repeat(40)}`,
  'eee '.repeat(50),
  `de:${'a'.repeat(150)} en:${'a'.repeat(40)}`,
].map((q) => q.slice(0, 200).trim());

let stage: Stage;

beforeAll(async () => {
  stage = await setStage();
  const { ana, elena } = stage;
  const { content: own } = await ana.call(getPersonalChat, {});
  for (const text of texts) {
    for (let n = 0; n < EACH; n++) await sendText(ana, own.uuid, text, `${text.slice(0, 9)}${n}`);
  }
  await sendText(ana, own.uuid, 'ornitorrinco');
  await vi.waitFor(
    async () => expect((await search(ana, 'ornitorrinco')).content).toHaveLength(1),
    60_000,
  );
  // At the first searches of a server no statement is prepared yet.
  for (const q of queries) await search(ana, { q, size: '50' });
  await searchAll(elena, 'hola');
}, 240_000);
afterAll(() => stage.server.stop());

/** Repeats all searches, so many at once. */
async function searchFor(atOnce: number): Promise<void> {
  const until = performance.now() + FLOOD_MS;
  let next = 0;
  const ask = async () => {
    while (performance.now() < until) {
      const q = queries[next++ % queries.length] as string;
      const { status } = await search(stage.ana, { q, size: '50' });
      expect([200, 429, 503]).toContain(status);
      if (status !== 200) await pause(50);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, ask));
}

test(
  'while somebody searches their own long texts for what is dear to find, others send as before',
  () => expectOthersServed(stage, () => searchFor(1)),
  60_000,
);

test(
  'and while they do so twenty times at once',
  () => expectOthersServed(stage, () => searchFor(20)),
  60_000,
);

test(
  'while somebody sends long texts one after the other, they are read for searches and others send as before',
  () =>
    expectOthersServed(stage, async () => {
      const { content: own } = await stage.ana.call(getPersonalChat, {});
      const until = performance.now() + FLOOD_MS;
      for (let n = 0; performance.now() < until; n++) {
        const text = texts[n % texts.length] as string;
        await sendText(stage.ana, own.uuid, `${n} ${text.slice(0, 9_900)}`, `largo-${n}`);
        await pause(50);
      }
    }),
  60_000,
);
