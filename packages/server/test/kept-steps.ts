import fc from 'fast-check';

export type Where = 'group' | 'direct' | 'personal';
/** Ana is erased sooner or later, the others stay. Carla takes part in the group alone. */
export type Author = 'ana' | 'bruno' | 'carla';
export type Holdable = Author | 'group' | 'direct';

/** `nth` is counted among those with which the step may be taken, from the newest one on. */
export type Step =
  | { do: 'say'; who: Author; where: Where; withFile: boolean; mentions: boolean }
  | { do: 'answer'; who: Author; nth: number }
  | { do: 'forward'; who: Author; nth: number; where: Where }
  | { do: 'edit' | 'removeOwn' | 'remove'; nth: number }
  | { do: 'pass'; days: number }
  | { do: 'retain'; days: number | null }
  | { do: 'hold' | 'release'; on: Holdable }
  | { do: 'round' }
  | { do: 'erase'; messages: boolean }
  | { do: 'leave' }
  /** First it is deleted, then its content is erased. */
  | { do: 'endGroup' };

const who = fc.constantFrom<Author>('ana', 'bruno', 'carla');
const where = fc.constantFrom<Where>('group', 'group', 'direct', 'personal');
const nth = fc.oneof(fc.nat({ max: 8 }), fc.nat({ max: 70 }));
const on = fc.constantFrom<Holdable>('ana', 'bruno', 'ana', 'bruno', 'carla', 'group', 'direct');
const of = <T extends string>(name: T) => fc.constant(name);

const say = fc.record({
  do: of('say'),
  who,
  where,
  withFile: fc.boolean(),
  mentions: fc.boolean(),
});
const change = fc.record({ do: fc.constantFrom('edit' as const, 'removeOwn', 'remove'), nth });
const hold = fc.record({ do: of('hold'), on });
const release = fc.record({ do: of('release'), on });
const pass = fc.record({ do: of('pass'), days: fc.constantFrom(2, 9, 24) });
const round = fc.record({ do: of('round') });

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 12, arbitrary: say },
  { weight: 4, arbitrary: fc.record({ do: of('answer'), who, nth: fc.nat({ max: 8 }) }) },
  { weight: 3, arbitrary: fc.record({ do: of('forward'), who, nth, where }) },
  { weight: 16, arbitrary: change },
  { weight: 5, arbitrary: pass },
  {
    weight: 4,
    arbitrary: fc.record({ do: of('retain'), days: fc.constantFrom(null, 5.5, 5.5, 20.5) }),
  },
  { weight: 8, arbitrary: hold },
  { weight: 4, arbitrary: release },
  { weight: 6, arbitrary: round },
);

/** Towards the end, when there is something to end. */
const lastStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 2, arbitrary: say },
  { weight: 2, arbitrary: change },
  { weight: 1, arbitrary: hold },
  { weight: 6, arbitrary: release },
  { weight: 1, arbitrary: pass },
  { weight: 3, arbitrary: round },
  { weight: 2, arbitrary: fc.record({ do: of('leave') }) },
  { weight: 4, arbitrary: fc.record({ do: of('erase'), messages: fc.boolean() }) },
  { weight: 3, arbitrary: fc.record({ do: of('endGroup') }) },
);

export interface Run {
  /** RETENTION_DAYS. */
  setting: number | null;
  steps: Step[];
}

const several = (one: fc.Arbitrary<Step>, minLength: number, maxLength: number) =>
  fc.array(one, { minLength, maxLength, size: 'max' });

export const runs: fc.Arbitrary<Run> = fc
  .tuple(fc.constantFrom(null, 12.5, 40.5), several(step, 16, 28), several(lastStep, 6, 12))
  .map(([setting, first, last]) => ({ setting, steps: [...first, ...last] }));
