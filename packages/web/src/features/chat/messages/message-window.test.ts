import { applyDeletion } from '@chat/contract/messages/messages.apply';
import type { Message } from '@chat/contract/messages/messages.schema';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildMessage } from '../../../test/builders.ts';
import {
  applyArrival,
  applyMissedPage,
  applyNewerPage,
  applyOlderPage,
  applyReadAgain,
  applyRemoval,
  type HeldMessages,
  heldAround,
  heldOnLeaving,
  MOST_HELD,
  newestHeld,
  nothingHeld,
  trimHeld,
} from './message-window.ts';

const chat = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => buildMessage(from + index));
const idOf = (seq: number) => buildMessage(seq).uuid;
const seqs = ({ messages }: HeldMessages) => messages.map(({ seq }) => seq);
const range = (from: number, to: number) => chat(from, to).map(({ seq }) => seq);
/** A stretch in the middle of a chat. */
const middle = (from: number, to: number): HeldMessages => ({
  ...nothingHeld,
  messages: chat(from, to),
  hasOlder: true,
  hasNewer: true,
});

describe('away from the newest message', () => {
  it('what arrives is counted once and not put behind a hole', () => {
    const held = applyArrival(applyArrival(middle(10, 20), buildMessage(90)), buildMessage(90));
    expect(seqs(held)).toEqual(range(10, 20));
    expect(held.below.map(({ seq }) => seq)).toEqual([90]);
  });

  it('what is deleted below is counted no more', () => {
    const held = applyArrival(middle(10, 20), buildMessage(90));
    expect(applyRemoval(held, { messageId: idOf(90) }).below).toEqual([]);
  });

  it('newer pages come until they meet the newest message, and then what arrives is held again', () => {
    const full = applyNewerPage(middle(10, 20), idOf(20), chat(21, 70));
    expect([seqs(full), full.hasNewer]).toEqual([range(10, 70), true]);
    const met = applyNewerPage(full, idOf(70), chat(71, 75));
    expect(met.hasNewer).toBe(false);
    expect(seqs(applyArrival(met, buildMessage(76)))).toEqual(range(10, 76));
  });

  it('a page that no longer adjoins is dropped', () => {
    expect(applyNewerPage(middle(10, 20), idOf(60), chat(61, 110))).toEqual(middle(10, 20));
    expect(applyOlderPage(middle(100, 120), idOf(60), chat(10, 59))).toEqual(middle(100, 120));
    expect(applyMissedPage(middle(10, 20), 60, chat(61, 70))).toEqual(middle(10, 20));
  });
});

describe('the page around an original', () => {
  it('reaches the newest message when less than half of it is newer', () => {
    expect(heldAround(chat(35, 84), idOf(60))?.hasNewer).toBe(true);
    expect(heldAround(chat(75, 110), idOf(100))?.hasNewer).toBe(false);
  });

  it('is of no use when the original is gone', () => {
    expect(heldAround(chat(1, 10), idOf(60))).toBeUndefined();
  });
});

describe('what is read again', () => {
  const stretch = (messages: Message[], isWhole = false, isToEnd = true) => ({
    messages,
    isWhole,
    isToEnd,
  });
  const held = (from: number, to: number) => newestHeld(chat(from, to));

  it('drops what was deleted meanwhile, the oldest message too', () => {
    const fetched = [buildMessage(2), buildMessage(4)];
    expect(seqs(applyReadAgain(held(1, 4), stretch(fetched)))).toEqual([1, 2, 4]);
    expect(seqs(applyReadAgain(held(1, 4), stretch(fetched, true)))).toEqual([2, 4]);
    expect(seqs(applyReadAgain(held(1, 4), stretch([], true)))).toEqual([]);
  });

  it('leaves no hole when more was missed than was read', () => {
    expect(seqs(applyReadAgain(held(1, 2), stretch(chat(8, 9))))).toEqual([8, 9]);
  });

  it('stays where it is when it does not reach the newest message', () => {
    const there = applyArrival(middle(10, 20), buildMessage(90));
    const again = applyReadAgain(there, stretch(chat(12, 40), false, false));
    expect([seqs(again), again.hasNewer]).toEqual([range(10, 40), true]);
    expect(again.below).toEqual(there.below);
  });
});

describe('letting go', () => {
  const long = newestHeld(chat(1, MOST_HELD + 50));

  it('begins at the end farther from what is in sight', () => {
    const up = trimHeld(long, 30);
    expect([seqs(up)[0], up.hasNewer]).toEqual([1, true]);
    const down = trimHeld(long, MOST_HELD);
    expect([seqs(down).at(-1), down.hasNewer]).toEqual([MOST_HELD + 50, false]);
  });

  it('keeps the newest pages alone of a chat that is left, and nothing away from its end', () => {
    expect(seqs(heldOnLeaving(newestHeld(chat(1, 300))) ?? nothingHeld)).toEqual(range(201, 300));
    expect(heldOnLeaving(middle(1, 300))).toBeUndefined();
  });
});

/** A server, what a reader holds of its chat, and how pages, events and jumps may interleave. */
class Reader {
  stored = chat(1, 120);
  held = newestHeld(this.stored.slice(-50));
  /** Pages on their way, as they were when the server answered. */
  private coming: ((held: HeldMessages) => HeldMessages)[] = [];
  private last = 120;

  send = () => {
    this.last += 1;
    const message = buildMessage(this.last);
    this.stored = [...this.stored, message];
    this.hear((held) => applyArrival(held, message));
  };
  /** Two events come the wrong way round: the gap has what it left out read, and that comes later. */
  swap = () => {
    const [one, other] = [buildMessage(this.last + 1), buildMessage(this.last + 2)];
    this.last += 2;
    this.stored = [...this.stored, one, other];
    const { messages, hasNewer } = this.held;
    const lastHeard = messages.at(-1)?.seq ?? 0;
    const page = this.stored.filter(({ seq }) => seq > lastHeard).slice(0, 50);
    if (!hasNewer) this.coming.push((held) => applyMissedPage(held, lastHeard, page));
    for (const message of [other, one]) this.hear((held) => applyArrival(held, message));
  };
  remove = (share: number) => {
    const victim = this.at(share);
    if (!victim) return;
    const fact = { messageId: victim.uuid };
    this.stored = applyDeletion(this.stored, fact);
    this.hear((held) => applyRemoval(held, fact));
  };
  askOlder = () => {
    const oldest = this.held.messages[0];
    if (!oldest || !this.held.hasOlder) return;
    const page = this.stored.filter(({ seq }) => seq < oldest.seq).slice(-50);
    this.coming.push((held) => applyOlderPage(held, oldest.uuid, page));
  };
  askNewer = () => {
    const newest = this.held.messages.at(-1);
    if (!newest || !this.held.hasNewer) return;
    const page = this.stored.filter(({ seq }) => seq > newest.seq).slice(0, 50);
    this.coming.push((held) => applyNewerPage(held, newest.uuid, page));
  };
  askAround = (share: number) => {
    const original = this.at(share);
    if (!original) return;
    const older = this.stored.filter(({ seq }) => seq < original.seq).slice(-25);
    const newer = this.stored.filter(({ seq }) => seq > original.seq).slice(0, 24);
    const page = [...older, original, ...newer];
    this.coming.push((held) => heldAround(page, original.uuid) ?? held);
  };
  askNewest = () => {
    const page = this.stored.slice(-50);
    this.coming.push(() => newestHeld(page));
  };
  /** The absence: what is held is read again as it stands on the server. */
  askAgain = () => {
    const [oldest, newest] = [this.held.messages[0], this.held.messages.at(-1)];
    if (!oldest || !newest) return;
    const upTo = this.held.hasNewer ? newest.seq : Number.POSITIVE_INFINITY;
    const messages = this.stored.filter(({ seq }) => seq >= oldest.seq && seq <= upTo);
    if (messages.length === 0) return this.askNewest();
    const stretch = { messages, isWhole: false, isToEnd: !this.held.hasNewer };
    this.coming.push((held) => applyReadAgain(held, stretch));
  };
  receive = () => {
    const page = this.coming.shift();
    if (page) this.held = page(this.held);
  };
  trim = (share: number) => {
    this.held = trimHeld(this.held, this.at(share)?.seq ?? 0, 60);
  };

  // What is heard while a page is on its way is applied to the answer as well, as live queries do.
  private hear(change: (held: HeldMessages) => HeldMessages) {
    this.held = change(this.held);
    this.coming = this.coming.map((page) => (held) => change(page(held)));
  }
  private at = (share: number) => this.stored[Math.floor((share / 100) * this.stored.length)];
}

const names = [
  'send',
  'swap',
  'remove',
  'askOlder',
  'askNewer',
  'askAround',
  'askNewest',
  'askAgain',
  'receive',
  'receive',
  'receive',
  'trim',
] as const;

it('what is held is the chat from its first to its last message, whatever interleaves', () => {
  const steps = fc.array(fc.tuple(fc.constantFrom(...names), fc.nat(99)), { maxLength: 60 });
  fc.assert(
    fc.property(steps, (taken) => {
      const reader = new Reader();
      for (const [name, share] of taken) {
        reader[name](share);
        const { messages, hasOlder, hasNewer } = reader.held;
        const [from, to] = [messages[0]?.seq ?? 0, messages.at(-1)?.seq ?? 0];
        const between = reader.stored.filter(({ seq }) => seq >= from && seq <= to);
        expect(seqs(reader.held)).toEqual(between.map(({ seq }) => seq));
        if (messages.length === 0) continue;
        if (!hasNewer) expect(to).toBe(reader.stored.at(-1)?.seq);
        if (!hasOlder) expect(from).toBe(reader.stored[0]?.seq);
      }
    }),
    { numRuns: 200 },
  );
});
