import { limits } from '@chat/contract/checks';
import { expect, test } from 'vitest';
import { canSend } from './text-input.ts';

test.each(['', ' \n', '\u200b', '\u2060 \ufe0f\u3164'])(
  'what nobody sees is not sent: %j',
  (text) => {
    expect(canSend(text)).toBe(false);
  },
);

test('whatever is seen is sent, as long as the server takes it', () => {
  expect(canSend(' \u200b. ')).toBe(true);
  expect(canSend('👍'.repeat(limits.content))).toBe(true);
  expect(canSend('👍'.repeat(limits.content + 1))).toBe(false);
});
