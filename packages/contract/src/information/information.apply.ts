import type { MarkMoved } from './information.events.ts';
import type { Information, Reached } from './information.schema.ts';

/** `message:info`: the information of the message `seq` of that chat as a fresh fetch would have it. */
export function applyMove(information: Information, seq: number, moved: MarkMoved): Information {
  const { userId, deliveredSeq, seenSeq, at } = moved;
  const { seenBy, deliveredTo, pending } = information;
  const isThem = ({ uuid }: { uuid: string }) => uuid === userId;
  const others = <Person extends { uuid: string }>(people: Person[]) =>
    people.filter((person) => !isThem(person));
  const waiting = pending.find(isThem);
  const person = waiting ?? deliveredTo.find(isThem);
  if (!person) return information;
  const { uuid, email } = person;
  const reached: Reached = { uuid, email, at };
  if (seenSeq >= seq) {
    return {
      seenBy: latestFirst([...seenBy, reached]),
      deliveredTo: others(deliveredTo),
      pending: others(pending),
    };
  }
  if (!waiting || deliveredSeq < seq) return information;
  return { seenBy, deliveredTo: latestFirst([...deliveredTo, reached]), pending: others(pending) };
}

/** Whose time is not known comes last. */
function latestFirst(people: Reached[]): Reached[] {
  const byEmail = (one: Reached, other: Reached) => (one.email < other.email ? -1 : 1);
  return people.sort((one, other) => {
    if (one.at === other.at) return byEmail(one, other);
    return (other.at ?? '') > (one.at ?? '') ? 1 : -1;
  });
}
