import { expect, test } from 'vitest';
import { createInOrder } from './in-order.ts';

/** Something being stored, whose answer comes when the test lets it come. */
function storing() {
  let answer!: (stored: { seq: number; isNew: boolean }) => void;
  let fail!: (error: Error) => void;
  const promise = new Promise<{ seq: number; isNew: boolean }>((resolve, reject) => {
    answer = resolve;
    fail = reject;
  });
  return { promise, answer, fail };
}

test('what is stored side by side is told by its numbers, however the answers overtake each other', async () => {
  const inOrder = createInOrder();
  const told: number[] = [];
  const works = [storing(), storing(), storing()];
  const settled = works.map(({ promise }) =>
    inOrder(
      'chat',
      () => promise,
      ({ seq }) => told.push(seq),
    ),
  );
  const [first, second, third] = works;
  third?.answer({ seq: 3, isNew: true });
  second?.answer({ seq: 2, isNew: true });
  await inOrder(
    'other chat',
    async () => ({ seq: 9, isNew: true }),
    ({ seq }) => told.push(seq),
  );
  expect(told).toEqual([9]);
  first?.answer({ seq: 1, isNew: true });
  await Promise.all(settled);
  expect(told).toEqual([9, 1, 2, 3]);
});

test('a repeat is not told, and what failed holds nobody up', async () => {
  const inOrder = createInOrder();
  const told: number[] = [];
  const tell = ({ seq }: { seq: number }) => told.push(seq);
  const failing = storing();
  const failed = inOrder('chat', () => failing.promise, tell);
  const works = [
    inOrder('chat', async () => ({ seq: 5, isNew: true }), tell),
    inOrder('chat', async () => ({ seq: 4, isNew: false }), tell),
  ];
  failing.fail(new Error('not stored'));
  await expect(failed).rejects.toThrow('not stored');
  await Promise.all(works);
  expect(told).toEqual([5]);
});
