import { searchMessages } from '@chat/contract/search';
import { expect, test } from 'vitest';
import { startApp } from '../../../test/build-app.ts';
import { gatherCast, sendText } from '../../../test/cast.ts';
import { untilIndexed } from '../../../test/search-index.ts';
import { askedMessages, scoreAnswers } from '../../../test/search-questions/score.ts';

const LEAST_RIGHT = 58;

test('what people ask in Spanish finds what they expect and nothing else, in 58 of 60 questions', async () => {
  const app = await startApp();
  const { ana, bruno, ventasChat } = await gatherCast(app);
  await Promise.all(askedMessages.map(({ text }) => sendText(ana, ventasChat, text)));
  await untilIndexed(app.ctx.db);
  const nameOf = new Map(askedMessages.map(({ name, text }) => [text, name]));
  const ask = async (q: string) => {
    const { content } = await bruno.call(searchMessages, { query: { q, size: '50' } });
    return content.map(({ message }) => nameOf.get(message.content) ?? message.content);
  };
  const { right, wrong } = await scoreAnswers(ask);
  await app.close();
  expect(right, wrong.join('\n')).toBeGreaterThanOrEqual(LEAST_RIGHT);
});
