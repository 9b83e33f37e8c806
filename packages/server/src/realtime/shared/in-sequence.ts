import type { Fact } from './fact-stream.ts';

/** Lets facts through in the order they come, save that the messages of a chat wait for those with lower numbers. */
export interface InSequence {
  take(fact: Fact): void;
  /** Lets everything through that waits. */
  close(): void;
}

// What is stored before and told after comes within moments; a gap that stays makes clients read again (rules/realtime 9).
const MOST_WAIT_MS = 250;
// Of a chat nobody has heard of here, the lower number was told long ago, unless two write its first ones at once.
const UNKNOWN_WAIT_MS = 100;
const MOST_CHATS = 20_000;

interface Waiting {
  facts: Fact[];
  timer: NodeJS.Timeout;
}

/** The chat that a fact tells of, and the number of the message when it tells of a new one. */
function placeOf([verb, , event, payload]: Fact): { chatId?: string; seq?: number | undefined } {
  if (verb !== 'publish') return {};
  const { chatId, seq } = payload as { chatId?: string; seq?: number };
  if (chatId === undefined) return {};
  return { chatId, seq: event === 'message' ? seq : undefined };
}

/**
 * Two processes may store messages of one chat in one order and tell of them in the other. Every process puts them right
 * before its sockets hear them; what else is told of that chat meanwhile waits behind them.
 */
export function createInSequence(tell: (fact: Fact) => void): InSequence {
  const told = new Map<string, number>();
  const waiting = new Map<string, Waiting>();

  function letThrough(chatId: string, fact: Fact): void {
    const { seq } = placeOf(fact);
    if (seq !== undefined) {
      const last = told.get(chatId) ?? 0;
      told.delete(chatId);
      told.set(chatId, Math.max(last, seq));
      if (told.size > MOST_CHATS) told.delete(told.keys().next().value as string);
    }
    tell(fact);
  }

  const isNext = (chatId: string, seq: number) => seq <= (told.get(chatId) ?? 0) + 1;

  function hold(chatId: string, fact: Fact): void {
    const wait = told.has(chatId) ? MOST_WAIT_MS : UNKNOWN_WAIT_MS;
    // A process that was held up reads first what has come meanwhile.
    const timer = setTimeout(() => setImmediate(giveUp, chatId, timer), wait);
    waiting.set(chatId, { facts: [fact], timer });
  }

  /** Lets through what its predecessor has come for; behind the last message everything else. */
  function goOn(chatId: string, { facts, timer }: Waiting): void {
    const next = () =>
      facts.findIndex((fact) => {
        const { seq } = placeOf(fact);
        return seq !== undefined && isNext(chatId, seq);
      });
    for (let index = next(); index >= 0; index = next())
      letThrough(chatId, facts.splice(index, 1)[0] as Fact);
    if (facts.some((fact) => placeOf(fact).seq !== undefined)) return;
    clearTimeout(timer);
    waiting.delete(chatId);
    for (const fact of facts) tell(fact);
  }

  function giveUp(chatId: string, timer: NodeJS.Timeout): void {
    const held = waiting.get(chatId);
    if (held?.timer !== timer) return;
    clearTimeout(timer);
    waiting.delete(chatId);
    const last = Number.POSITIVE_INFINITY;
    const bySeq = (one: Fact, other: Fact) =>
      Math.min(placeOf(one).seq ?? last, Number.MAX_VALUE) -
      Math.min(placeOf(other).seq ?? last, Number.MAX_VALUE);
    for (const fact of held.facts.sort(bySeq)) letThrough(chatId, fact);
  }

  return {
    take(fact) {
      const { chatId, seq } = placeOf(fact);
      if (chatId === undefined) {
        tell(fact);
        return;
      }
      const held = waiting.get(chatId);
      if (held) {
        held.facts.push(fact);
        goOn(chatId, held);
      } else if (seq === undefined || isNext(chatId, seq)) letThrough(chatId, fact);
      else hold(chatId, fact);
    },
    close() {
      for (const [chatId, { timer }] of waiting) giveUp(chatId, timer);
    },
  };
}
