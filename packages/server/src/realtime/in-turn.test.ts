import { expect, test } from 'vitest';
import { createInTurn } from './in-turn.ts';

const gate = () => {
  let open!: () => void;
  const passed = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, passed };
};

test('works of one key run one after another, whatever becomes of the earlier ones; others do not wait', async () => {
  const inTurn = createInTurn();
  const told: string[] = [];
  const first = gate();
  const works = [
    inTurn('a', async () => {
      await first.passed;
      told.push('first');
      throw new Error('fails');
    }),
    inTurn('a', async () => told.push('second')),
  ];
  await inTurn('b', async () => told.push('other'));
  first.open();
  const [failed, second] = await Promise.allSettled(works);
  expect([failed?.status, second?.status]).toEqual(['rejected', 'fulfilled']);
  expect(told).toEqual(['other', 'first', 'second']);
});
