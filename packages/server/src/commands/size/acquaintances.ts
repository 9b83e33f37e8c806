import { required } from '@chat/contract/checks';
import { type Draft, draftDirect } from '../demo/chats.ts';
import type { Team } from '../demo/organisation.ts';
import type { Person } from '../demo/people.ts';
import type { Random } from '../demo/random.ts';

const TRIES = 3;

function pairOf(team: Team, random: Random): [Person, Person] | undefined {
  const one = random.pick(team.participants);
  const other = random.pick(team.participants);
  return one === other || !one || !other ? undefined : [one, other];
}

/** Direct chats of two who share a group, half of them in GENERAL (the last team); fewer than `count` when people are too few for so many. */
export function draftAcquaintances(teams: Team[], count: number, random: Random): Draft[] {
  const drafts = new Map<string, Draft>();
  const general = required(teams.at(-1), 'team');
  for (let tries = count * TRIES; tries > 0 && drafts.size < count; tries--) {
    const team = random.chance(0.5) ? general : random.pick(teams);
    const pair = pairOf(team, random);
    if (!pair) continue;
    const draft = draftDirect(team, pair, random);
    drafts.set(draft.row.hash, draft);
  }
  return [...drafts.values()];
}
