import fc from 'fast-check';

export const PEOPLE = ['ana', 'bruno', 'carla'];
export const [ANA, BRUNO, CARLA] = [0, 1, 2];
/** Ana, Bruno, Carla, Ana's other device, and Elena who watches. */
const SCREENS = 5;
const EMOJIS = ['👍', '❤️', null];

/** `aside` is Bruno's and Carla's direct chat, which begins to exist with its first message. */
export type ChatName = 'group' | 'direct' | 'aside';
const who = fc.nat({ max: PEOPLE.length - 1 });
const screen = fc.nat({ max: SCREENS - 1 });
const where = fc.constantFrom<ChatName>('group', 'group', 'direct', 'aside');
/** The message, counted from the newest: people act on recent messages. */
const which = fc.nat({ max: 2 });
/** Ana stays in the group and reads on after the others have left. */
const leaver = fc.constantFrom(BRUNO, CARLA);
const doing = <const Do extends string>(word: Do) => fc.constant(word);
export const step = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({ do: doing('send'), who, where, mentions: fc.subarray([0, 1, 2]) }),
  },
  { weight: 2, arbitrary: fc.record({ do: doing('repeat'), who }) },
  { weight: 5, arbitrary: fc.record({ do: doing('reply'), who, where, which }) },
  {
    weight: 8,
    arbitrary: fc.record({
      do: doing('react'),
      who,
      where,
      which,
      emoji: fc.constantFrom(...EMOJIS),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: doing('delete'), where, which }) },
  {
    weight: 6,
    arbitrary: fc.record({
      do: doing('edit'),
      who,
      where,
      which,
      mentions: fc.option(fc.subarray([0, 1, 2])),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: doing('deleteOwn'), who, where, which }) },
  { weight: 3, arbitrary: fc.record({ do: doing('look'), screen, where: fc.option(where) }) },
  { weight: 2, arbitrary: fc.record({ do: doing('seen'), screen, where, which }) },
  { weight: 1, arbitrary: fc.record({ do: doing('leave'), who: leaver }) },
  { weight: 2, arbitrary: fc.record({ do: doing('join'), who: leaver }) },
  { weight: 1, arbitrary: fc.record({ do: doing('block') }) },
  { weight: 2, arbitrary: fc.record({ do: doing('unblock') }) },
  { weight: 3, arbitrary: fc.record({ do: doing('disconnect'), screen }) },
  { weight: 3, arbitrary: fc.record({ do: doing('connect'), screen }) },
  { weight: 1, arbitrary: fc.record({ do: doing('compare') }) },
);
export type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;
export type StepOf<Do extends Step['do']> = Extract<Step, { do: Do }>;
