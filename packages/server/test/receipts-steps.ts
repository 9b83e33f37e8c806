import fc from 'fast-check';

export const PEOPLE = ['ana', 'bruno', 'carla', 'diego'];

export type ChatName = 'group' | 'direct';
export type Step =
  | { do: 'send'; who: number; where: ChatName }
  | { do: 'delivered'; who: number; where: ChatName; upTo: number | undefined }
  | { do: 'seen'; who: number; where: ChatName; upTo: number | undefined }
  | { do: 'leave'; who: number }
  | { do: 'block'; who: number }
  | { do: 'unblock'; who: number }
  | { do: 'join'; who: number }
  | { do: 'delete'; where: ChatName; seq: number }
  | { do: 'age'; where: ChatName; upTo: number };

const where = fc.constantFrom<ChatName>('group', 'group', 'direct');
const anybody = fc.nat({ max: PEOPLE.length - 1 });
const upTo = fc.option(fc.nat({ max: 12 }), { nil: undefined });
/** Steps of people, one after the other. */
export const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    { weight: 5, arbitrary: fc.record({ do: fc.constant('send' as const), who: anybody, where }) },
    {
      weight: 5,
      arbitrary: fc.record({
        do: fc.constantFrom('delivered' as const, 'seen' as const),
        who: anybody,
        where,
        upTo,
      }),
    },
    {
      weight: 4,
      // Ana stays in the group and reads on after the others have left.
      arbitrary: fc.record({
        do: fc.constantFrom('leave', 'join', 'block', 'unblock'),
        who: fc.integer({ min: 1, max: PEOPLE.length - 1 }),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        do: fc.constant('delete' as const),
        where,
        seq: fc.integer({ min: 1, max: 12 }),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        do: fc.constant('age' as const),
        where,
        upTo: fc.integer({ min: 1, max: 12 }),
      }),
    },
  ),
  { minLength: 5, maxLength: 22 },
);
