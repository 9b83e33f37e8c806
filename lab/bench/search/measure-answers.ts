import { searchMessages } from '@chat/contract/search';
import type { Database } from '../../../packages/server/src/db/database.ts';
import { openDatabase } from '../../../packages/server/src/db/open-database.ts';
import {
  askedMessages,
  type Score,
  scoreAnswers,
} from '../../../packages/server/test/search-questions/score.ts';
import { required } from '../../support/helpers.ts';
import { call, contentOf } from '../load/calls.ts';
import { fillCompany } from '../support/company.ts';
import { startServerEngine } from '../support/engines.ts';
import type { Figure } from '../support/figures.ts';
import type { Run } from '../support/run.ts';
import { serveFilled } from '../support/server.ts';
import { findChatsWithMembers, insertMessages, markAllRead } from './history.queries.ts';
import { untilIndexed } from './measure-build.ts';
import { findByRival, rivals } from './rivals.queries.ts';

const MAX_FOUND = 50;
const LEAST_RIGHT = 58;

const nameOf = new Map(askedMessages.map(({ name, text }) => [text, name]));
const namesOf = (contents: string[]) => contents.map((content) => nameOf.get(content) ?? content);

/** Measures questions in Spanish: how much of the expected is found, and how much else. */
export async function measureAnswers(run: Run): Promise<Figure[]> {
  run.say('60 questions');
  const engine = await startServerEngine();
  try {
    const { databaseUrl } = await engine.newDatabase();
    const db = await openDatabase({ databaseUrl, dataDir: '' }, console.error);
    try {
      return await measureOn(db, databaseUrl);
    } finally {
      await db.close();
    }
  } finally {
    await engine.stop();
  }
}

async function measureOn(db: Database, databaseUrl: string | undefined): Promise<Figure[]> {
  const { token, email } = await fill(db);
  const figures: Figure[] = [];
  const { url, stop } = await serveFilled({ databaseUrl });
  try {
    await untilIndexed(url);
    const ask = async (q: string) => {
      const path = `/api/search/messages?size=${MAX_FOUND}&q=${encodeURIComponent(q)}`;
      const { text } = await call(url + path, { token });
      const found = contentOf(searchMessages, text);
      return namesOf(found.map(({ message }) => message.content));
    };
    figures.push(...figuresOf('search', await scoreAnswers(ask), { atLeast: LEAST_RIGHT }));
  } finally {
    await stop();
  }
  for (const rival of rivals) {
    const ask = async (q: string) => {
      const found = await findByRival(db, rival, email, q, MAX_FOUND);
      return namesOf(found.map(({ content }) => content));
    };
    figures.push(...figuresOf(rival, await scoreAnswers(ask)));
  }
  return figures;
}

/** One group of two, and all that is asked about said in it. */
async function fill(db: Database): Promise<{ token: string; email: string }> {
  const plan = { people: 2, groups: [{ members: [0, 1], messages: 0 }], directs: [] };
  const { people } = await fillCompany(db, plan);
  const [asking, other] = [required(people[0], 'person'), required(people[1], 'person')];
  const chats = await findChatsWithMembers(db);
  const chat = required(
    chats.find(({ members }) => members.includes(asking.id)),
    'chat',
  );
  const said = askedMessages.map(({ text }, n) => ({
    chatId: chat.id,
    seq: n + 1,
    senderId: other.id,
    content: text,
    fileName: null,
    createdAt: new Date(),
  }));
  await insertMessages(db, said);
  await markAllRead(db, [{ chatId: chat.id, seq: said.length }]);
  return asking;
}

const figuresOf = (
  name: string,
  { right, completeness, precision }: Score,
  target?: Figure['target'],
): Figure[] => [
  { name: `${name}: questions answered rightly`, value: right, unit: 'of 60', target },
  { name: `${name}: found of what should be found`, value: completeness * 100, unit: '%' },
  { name: `${name}: right of what is found`, value: precision * 100, unit: '%' },
];
