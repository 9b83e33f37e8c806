import fc from 'fast-check';

export const EMOJIS = ['👍', '❤️'];
export const NAMES = ['ana', 'bruno', 'carla', 'eva'];

const chatName = fc.constantFrom('group', 'group', 'direct');
const deeds = fc.oneof(
  { weight: 6, arbitrary: fc.constant('read' as const) },
  { weight: 5, arbitrary: fc.constantFrom('send', 'seen', 'react', 'edit') },
  { weight: 2, arbitrary: fc.constantFrom('reply', 'unreact', 'deliver', 'rename') },
  {
    weight: 1,
    arbitrary: fc.constantFrom('delete', 'deleteOwn', 'mention', 'attach', 'forward', 'mute'),
  },
  { weight: 1, arbitrary: fc.constantFrom('leave', 'join', 'block', 'unblock', 'age', 'go') },
);
const step = fc.record({
  do: deeds,
  who: fc.nat({ max: NAMES.length - 1 }),
  /** The process that serves the step. */
  by: fc.nat({ max: 1 }),
  where: chatName,
  /** The message, counted from the newest. */
  which: fc.nat({ max: 3 }),
});
export type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

/** The steps of a round run at the same time; rounds run one after the other. */
export const rounds = fc.array(fc.array(step, { minLength: 1, maxLength: 4 }), {
  minLength: 4,
  maxLength: 14,
});
