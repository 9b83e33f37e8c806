import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { required } from './checks.ts';
import { applyMove } from './message-changes.ts';
import type { Information, MarkMoved } from './messages.ts';

const SEQ = 5;
const people = ['ana', 'bruno', 'carla'].map((name) => ({ uuid: name, email: `${name}@a.es` }));
const nobody: Information = { seenBy: [], deliveredTo: [], pending: people };

const moveOf = (
  userId: string,
  deliveredSeq: number,
  seenSeq: number,
  second: number,
): MarkMoved => ({
  chatId: 'chat',
  userId,
  deliveredSeq,
  seenSeq,
  at: new Date(second * 1000).toISOString(),
});

/** The information from a fetch after the moves, in their order. */
function fetched(moves: MarkMoved[]): Information {
  const reached = (isThere: (move: MarkMoved) => boolean) =>
    people.flatMap((person) => {
      const first = moves.find((move) => move.userId === person.uuid && isThere(move));
      return first ? [{ ...person, at: first.at }] : [];
    });
  const seenBy = reached(({ seenSeq }) => seenSeq >= SEQ);
  const without = (gone: { uuid: string }[]) => (person: { uuid: string }) =>
    !gone.some(({ uuid }) => uuid === person.uuid);
  const delivered = reached(({ deliveredSeq }) => deliveredSeq >= SEQ);
  const latestFirst = (one: { at: string }, other: { at: string }) => (one.at < other.at ? 1 : -1);
  return {
    seenBy: seenBy.sort(latestFirst),
    deliveredTo: delivered.filter(without(seenBy)).sort(latestFirst),
    pending: people.filter(without(delivered)),
  };
}

/** A watermark only advances, and a message that somebody has seen has been delivered to them. */
const history = fc
  .array(fc.tuple(fc.nat({ max: 2 }), fc.nat({ max: 3 }), fc.nat({ max: 3 })), { maxLength: 20 })
  .map((steps) => {
    const marks = people.map(() => ({ delivered: 0, seen: 0 }));
    return steps.map(([who, delivered, seen], second) => {
      const mark = required(marks[who], 'mark');
      mark.seen += seen;
      mark.delivered = Math.max(mark.delivered + delivered, mark.seen);
      return moveOf(required(people[who], 'person').uuid, mark.delivered, mark.seen, second);
    });
  });

describe('message:info', () => {
  test('lists that follow it say what a fresh fetch does', () => {
    fc.assert(
      fc.property(history, (moves) => {
        const followed = moves.reduce((now, move) => applyMove(now, SEQ, move), nobody);
        expect(followed).toEqual(fetched(moves));
      }),
    );
  });

  test('of somebody who is in no list, or has not come so far, changes nothing', () => {
    expect(applyMove(nobody, SEQ, moveOf('diego', 9, 9, 1))).toBe(nobody);
    expect(applyMove(nobody, SEQ, moveOf('ana', 4, 4, 1))).toBe(nobody);
  });
});
