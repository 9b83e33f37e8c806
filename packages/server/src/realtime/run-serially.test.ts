import { expect, test } from 'vitest';
import { createRunSerially } from './run-serially.ts';

const gate = () => {
  let open!: () => void;
  const passed = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, passed };
};

test('works of one key run one after another, whatever becomes of the earlier ones; others do not wait', async () => {
  const runSerially = createRunSerially();
  const ran: string[] = [];
  const first = gate();
  const works = [
    runSerially('a', async () => {
      await first.passed;
      ran.push('first');
      throw new Error('fails');
    }),
    runSerially('a', async () => ran.push('second')),
  ];
  await runSerially('b', async () => ran.push('other'));
  first.open();
  const [failed, second] = await Promise.allSettled(works);
  expect([failed?.status, second?.status]).toEqual(['rejected', 'fulfilled']);
  expect(ran).toEqual(['other', 'first', 'second']);
});
