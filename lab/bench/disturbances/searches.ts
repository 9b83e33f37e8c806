import { setTimeout as pause } from 'node:timers/promises';
import { getPersonalChat } from '@chat/contract/chats';
import { sendText } from '../../../packages/server/test/cast.ts';
import { search, searchAll } from '../../../packages/server/test/search.ts';
import { required } from '../../support/helpers.ts';
import { untilIndexed } from '../support/until-indexed.ts';
import { onGround } from './ground.ts';
import { measureOtherUsers, otherUserBounds, type Stage, setStage } from './stage.ts';

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

interface SearchedStage extends Stage {
  /** Ana's personal chat, full of such texts. */
  ownChat: string;
}

async function setSearchedStage(): Promise<SearchedStage> {
  const stage = await setStage();
  const { ana, elena, url } = stage;
  const { uuid: ownChat } = (await ana.call(getPersonalChat, {})).content;
  for (const text of texts) {
    for (let n = 0; n < EACH; n++) await sendText(ana, ownChat, text, `${text.slice(0, 9)}${n}`);
  }
  await untilIndexed(url);
  // At the first searches of a server no statement is prepared yet.
  for (const q of queries) await search(ana, { q, size: '50' });
  await searchAll(elena, 'hola');
  return { ...stage, ownChat };
}

/** Repeats all searches, so many at once. */
async function searchFor({ ana }: Stage, atOnce: number): Promise<void> {
  const until = performance.now() + FLOOD_MS;
  let next = 0;
  const ask = async () => {
    while (performance.now() < until) {
      const q = required(queries[next++ % queries.length], 'query');
      const { status } = await search(ana, { q, size: '50' });
      // Some are told to come back.
      if (status !== 200) await pause(50);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, ask));
}

let sent = 0;

async function sendLong({ ana, ownChat }: SearchedStage): Promise<void> {
  for (const until = performance.now() + FLOOD_MS; performance.now() < until; ) {
    const text = required(texts[++sent % texts.length], 'text');
    await sendText(ana, ownChat, `${sent} ${text.slice(0, 9_900)}`, `largo-${sent}`);
    await pause(50);
  }
}

const quiet = (stage: SearchedStage) => measureOtherUsers(stage);

export const searches = onGround(setSearchedStage, [
  {
    name: 'somebody searches their own long texts for what is dear to find',
    figures: otherUserBounds,
    quiet,
    disturbed: (stage) => measureOtherUsers(stage, () => searchFor(stage, 1)),
  },
  {
    name: 'somebody makes twenty such searches at once',
    figures: otherUserBounds,
    quiet,
    disturbed: (stage) => measureOtherUsers(stage, () => searchFor(stage, 20)),
  },
  {
    name: 'somebody sends long texts one after the other, which are read for searches',
    figures: otherUserBounds,
    quiet,
    disturbed: (stage) => measureOtherUsers(stage, () => sendLong(stage)),
  },
]);
