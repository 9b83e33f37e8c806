import { expect, it } from 'vitest';
import { serialQueue } from './timing.ts';

it('begins a job when the one before is over, failed or not, and gives each its own outcome', async () => {
  const runSerially = serialQueue();
  const log: string[] = [];
  let fail: (error: Error) => void = () => {};
  const first = runSerially(async () => {
    log.push('first begins');
    await new Promise((_, reject) => {
      fail = reject;
    });
  });
  const second = runSerially(async () => {
    log.push('second begins');
    return 'done';
  });
  await Promise.resolve();
  expect(log).toEqual(['first begins']);
  fail(new Error('lost'));
  await expect(first).rejects.toThrow('lost');
  expect(await second).toBe('done');
  expect(log).toEqual(['first begins', 'second begins']);
});
