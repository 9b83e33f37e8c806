import { required } from '../../support/helpers.ts';
import type { Caller, Target } from '../load/jobs.ts';
import { type Company, type Plan, range } from '../support/company.ts';

export const SIZES = [200, 2_000];

/** A group of each size; number 0 is in all of them. */
export const plan: Plan = {
  people: Math.max(...SIZES),
  groups: SIZES.map((size) => ({ members: range(size), messages: 50 })),
  directs: [],
};

/** The listeners of a baseline. */
export const nobodies = (count: number): Caller[] =>
  range(count).map(() => ({ token: '', userId: '' }));

/** The chat of the n-th group, and who listens in it. */
export function hall({ people, groupChats }: Company, n: number): [Target, Caller[]] {
  const { uuid, members } = required(groupChats[n], 'group chat');
  const listeners = members.map((member) => {
    const { token = '', uuid: userId = '' } = people[member] ?? {};
    return { token, userId };
  });
  return [{ path: `/api/chats/${uuid}/messages`, token: people[0]?.token ?? '' }, listeners];
}
