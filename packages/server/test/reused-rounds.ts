import fc from 'fast-check';

export const EMOJIS = ['👍', '❤️'];
export const NAMES = ['ana', 'bruno', 'carla', 'eva'];

const chatName = fc.constantFrom('group', 'group', 'direct');
const deeds = fc.oneof(
  { weight: 6, arbitrary: fc.constant('read' as const) },
  { weight: 5, arbitrary: fc.constantFrom('send', 'seen', 'react', 'edit') },
  { weight: 2, arbitrary: fc.constantFrom('reply', 'unreact', 'deliver', 'rename') },
  { weight: 1, arbitrary: fc.constantFrom('delete', 'deleteOwn', 'mention', 'attach', 'forward') },
  { weight: 1, arbitrary: fc.constantFrom('leave', 'join', 'block', 'unblock', 'age', 'go') },
);
const step = fc.record({
  do: deeds,
  who: fc.nat({ max: NAMES.length - 1 }),
  /** By which of the processes. */
  by: fc.nat({ max: 1 }),
  where: chatName,
  /** Counted from the newest. */
  which: fc.nat({ max: 3 }),
});
export type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

/** What happens at the same moment, and then what happens next. */
export const rounds = fc.array(fc.array(step, { minLength: 1, maxLength: 4 }), {
  minLength: 4,
  maxLength: 14,
});
