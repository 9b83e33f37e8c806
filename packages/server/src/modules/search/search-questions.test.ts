import { searchMessages } from '@chat/contract/search';
import { expect, test } from 'vitest';
import { startApp } from '../../../test/build-app.ts';
import { gatherCast } from '../../../test/cast.ts';
import { indexAll } from '../../../test/search-index.ts';
import { askedMessages, scoreAnswers } from '../../../test/search-questions/score.ts';
import { draftsBy, sendAll, sentOf } from '../../../test/sends.ts';

const LEAST_RIGHT = 58;

test('what people ask in Spanish finds what they expect and nothing else, in 58 of 60 questions', async () => {
  const app = await startApp();
  const { ana, bruno, ventasChat } = await gatherCast(app);
  const { db } = app.ctx;
  const draft = await draftsBy(db, ana, ventasChat);
  // By calls at the same moment a slow server would refuse some of them.
  const sent = await sendAll(
    db,
    askedMessages.map(({ text }) => draft({ content: text })),
  );
  expect(sentOf(sent)).not.toContain(undefined);
  await indexAll(db);
  const nameOf = new Map(askedMessages.map(({ name, text }) => [text, name]));
  const ask = async (q: string) => {
    const { content } = await bruno.call(searchMessages, { query: { q, size: '50' } });
    return content.map(({ message }) => nameOf.get(message.content) ?? message.content);
  };
  const { right, wrong } = await scoreAnswers(ask);
  await app.close();
  expect(right, wrong.join('\n')).toBeGreaterThanOrEqual(LEAST_RIGHT);
});
