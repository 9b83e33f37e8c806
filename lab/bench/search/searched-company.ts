import type { Random } from '../../company/random.ts';
import { type Plan, range } from '../support/company.ts';

export const PEOPLE = 2_000;
const CHATS = 20_000;
const GROUPS = 400;

/** The two who search: one is in a tenth of all chats, the other in twenty. */
export const searchers = [
  { name: 'by somebody in 2,000 chats', person: 0, chats: 2_000, groups: range(300) },
  { name: 'by somebody in 20 chats', person: 1, chats: 20, groups: [0, 20, 100, 200] },
];

/** Everybody is in the first group; each next one is smaller, down to a handful. */
const membersOf = (group: number) => Math.max(5, Math.round(PEOPLE / (group + 1) ** 0.9));

/** 2,000 people in 20,000 chats; what they said comes afterwards. */
export function planCompany(random: Random): Plan {
  const others = range(PEOPLE - searchers.length, searchers.length);
  const groups = range(GROUPS).map((group) => ({
    members: [
      ...searchers.filter(({ groups }) => groups.includes(group)).map(({ person }) => person),
      ...random.shuffled(others).slice(0, membersOf(group)),
    ],
    messages: 0,
  }));
  const ofSearchers = searchers.flatMap(({ person, chats, groups: { length } }) =>
    others.slice(0, chats - length).map((other): [number, number] => [person, other]),
  );
  const pairs = [...ofSearchers, ...drawPairs(others, CHATS - GROUPS - ofSearchers.length, random)];
  return {
    people: PEOPLE,
    groups,
    directs: pairs.map((between) => ({ group: 0, between, messages: 0 })),
  };
}

function drawPairs(people: number[], count: number, random: Random): [number, number][] {
  const pairs = new Map<string, [number, number]>();
  while (pairs.size < count) {
    const [one, other] = [random.pick(people), random.pick(people)];
    if (one < other) pairs.set(`${one} ${other}`, [one, other]);
  }
  return [...pairs.values()];
}
