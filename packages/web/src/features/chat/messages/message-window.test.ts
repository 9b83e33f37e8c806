import { applyDeletion, applyEdit } from '@chat/contract/message-changes';
import type { Message } from '@chat/contract/messages';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildMessage } from '../../../test/builders.ts';
import {
  applyArrival,
  applyEdited,
  applyMissedPage,
  applyNewerPage,
  applyOlderPage,
  applyRemoval,
  applyResync,
  emptyWindow,
  MAX_LOADED,
  type MessageWindow,
  newestWindow,
  trimWindow,
  windowAfterLeaving,
  windowAround,
} from './message-window.ts';

const chat = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => buildMessage(from + index));
const idOf = (seq: number) => buildMessage(seq).uuid;
const seqs = ({ messages }: MessageWindow) => messages.map(({ seq }) => seq);
const range = (from: number, to: number) => chat(from, to).map(({ seq }) => seq);
/** A range in the middle of a chat. */
const middle = (from: number, to: number): MessageWindow => ({
  ...emptyWindow,
  messages: chat(from, to),
  hasOlder: true,
  hasNewer: true,
});

describe('away from the newest message', () => {
  it('what arrives is counted once and not put behind a hole', () => {
    const loaded = applyArrival(applyArrival(middle(10, 20), buildMessage(90)), buildMessage(90));
    expect(seqs(loaded)).toEqual(range(10, 20));
    expect(loaded.newerUnloaded.map(({ seq }) => seq)).toEqual([90]);
  });

  it('what is deleted below is counted no more', () => {
    const loaded = applyArrival(middle(10, 20), buildMessage(90));
    expect(applyRemoval(loaded, { messageId: idOf(90) }).newerUnloaded).toEqual([]);
  });

  it('what is edited where it is not loaded changes nothing', () => {
    const edited = buildMessage(90, { content: 'otra', editedAt: '2026-11-21T12:00:00.000Z' });
    const loaded = applyArrival(middle(10, 20), buildMessage(90));
    expect(applyEdited(loaded, edited)).toEqual(loaded);
  });

  it('newer pages come until they meet the newest message, and then what arrives is loaded again', () => {
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
    expect(windowAround(chat(35, 84), idOf(60))?.hasNewer).toBe(true);
    expect(windowAround(chat(75, 110), idOf(100))?.hasNewer).toBe(false);
  });

  it('is of no use when the original is gone', () => {
    expect(windowAround(chat(1, 10), idOf(60))).toBeUndefined();
  });
});

describe('what is read again', () => {
  const resynced = (messages: Message[], isWhole = false, isToEnd = true) => ({
    messages,
    isWhole,
    isToEnd,
  });
  const loaded = (from: number, to: number) => newestWindow(chat(from, to));

  it('drops what was deleted meanwhile, the oldest message too', () => {
    const fetched = [buildMessage(2), buildMessage(4)];
    expect(seqs(applyResync(loaded(1, 4), resynced(fetched)))).toEqual([1, 2, 4]);
    expect(seqs(applyResync(loaded(1, 4), resynced(fetched, true)))).toEqual([2, 4]);
    expect(seqs(applyResync(loaded(1, 4), resynced([], true)))).toEqual([]);
  });

  it('leaves no hole when more was missed than was read', () => {
    expect(seqs(applyResync(loaded(1, 2), resynced(chat(8, 9))))).toEqual([8, 9]);
  });

  it('stays where it is when it does not reach the newest message', () => {
    const there = applyArrival(middle(10, 20), buildMessage(90));
    const again = applyResync(there, resynced(chat(12, 40), false, false));
    expect([seqs(again), again.hasNewer]).toEqual([range(10, 40), true]);
    expect(again.newerUnloaded).toEqual(there.newerUnloaded);
  });
});

describe('letting go', () => {
  const long = newestWindow(chat(1, MAX_LOADED + 50));

  it('begins at the end farther from what is in sight', () => {
    const up = trimWindow(long, 30);
    expect([seqs(up)[0], up.hasNewer]).toEqual([1, true]);
    const down = trimWindow(long, MAX_LOADED);
    expect([seqs(down).at(-1), down.hasNewer]).toEqual([MAX_LOADED + 50, false]);
  });

  it('keeps the newest pages alone of a chat that is left, and nothing away from its end', () => {
    expect(seqs(windowAfterLeaving(newestWindow(chat(1, 300))) ?? emptyWindow)).toEqual(
      range(201, 300),
    );
    expect(windowAfterLeaving(middle(1, 300))).toBeUndefined();
  });
});

/** A server, a reader's loaded messages, and pages, events and jumps in any order. */
class Reader {
  stored = chat(1, 120);
  loaded = newestWindow(this.stored.slice(-50));
  /** Pages under way, with their messages at the time of the server's answer. */
  private coming: ((loaded: MessageWindow) => MessageWindow)[] = [];
  private last = 120;
  private edits = 0;

  send = () => {
    this.last += 1;
    const message = buildMessage(this.last);
    this.stored = [...this.stored, message];
    this.applyEvent((loaded) => applyArrival(loaded, message));
  };
  /** Two events arrive in the wrong order: the gap makes the page fetch the missing message, which arrives later. */
  swap = () => {
    const [one, other] = [buildMessage(this.last + 1), buildMessage(this.last + 2)];
    this.last += 2;
    this.stored = [...this.stored, one, other];
    const { messages, hasNewer } = this.loaded;
    const lastSeq = messages.at(-1)?.seq ?? 0;
    const page = this.stored.filter(({ seq }) => seq > lastSeq).slice(0, 50);
    if (!hasNewer) this.coming.push((loaded) => applyMissedPage(loaded, lastSeq, page));
    for (const message of [other, one]) this.applyEvent((loaded) => applyArrival(loaded, message));
  };
  remove = (share: number) => {
    const victim = this.at(share);
    if (!victim) return;
    const deleted = { messageId: victim.uuid };
    this.stored = applyDeletion(this.stored, deleted);
    this.applyEvent((loaded) => applyRemoval(loaded, deleted));
  };
  edit = (share: number) => {
    const message = this.at(share);
    if (!message) return;
    this.edits += 1;
    const editedAt = new Date(this.edits).toISOString();
    const edited = { ...message, content: `edición ${this.edits}`, editedAt };
    this.stored = applyEdit(this.stored, edited);
    this.applyEvent((loaded) => applyEdited(loaded, edited));
  };
  askOlder = () => {
    const oldest = this.loaded.messages[0];
    if (!oldest || !this.loaded.hasOlder) return;
    const page = this.stored.filter(({ seq }) => seq < oldest.seq).slice(-50);
    this.coming.push((loaded) => applyOlderPage(loaded, oldest.uuid, page));
  };
  askNewer = () => {
    const newest = this.loaded.messages.at(-1);
    if (!newest || !this.loaded.hasNewer) return;
    const page = this.stored.filter(({ seq }) => seq > newest.seq).slice(0, 50);
    this.coming.push((loaded) => applyNewerPage(loaded, newest.uuid, page));
  };
  askAround = (share: number) => {
    const original = this.at(share);
    if (!original) return;
    const older = this.stored.filter(({ seq }) => seq < original.seq).slice(-25);
    const newer = this.stored.filter(({ seq }) => seq > original.seq).slice(0, 24);
    const page = [...older, original, ...newer];
    this.coming.push((loaded) => windowAround(page, original.uuid) ?? loaded);
  };
  askNewest = () => {
    const page = this.stored.slice(-50);
    this.coming.push(() => newestWindow(page));
  };
  /** After an absence the page fetches the loaded range again. */
  askAgain = () => {
    const [oldest, newest] = [this.loaded.messages[0], this.loaded.messages.at(-1)];
    if (!oldest || !newest) return;
    const upTo = this.loaded.hasNewer ? newest.seq : Number.POSITIVE_INFINITY;
    const messages = this.stored.filter(({ seq }) => seq >= oldest.seq && seq <= upTo);
    if (messages.length === 0) return this.askNewest();
    const range = { messages, isWhole: false, isToEnd: !this.loaded.hasNewer };
    this.coming.push((loaded) => applyResync(loaded, range));
  };
  receive = () => {
    const page = this.coming.shift();
    if (page) this.loaded = page(this.loaded);
  };
  trim = (share: number) => {
    this.loaded = trimWindow(this.loaded, this.at(share)?.seq ?? 0, 60);
  };

  // As in live queries, an event during a fetch is applied to the fetch's answer as well.
  private applyEvent(change: (loaded: MessageWindow) => MessageWindow) {
    this.loaded = change(this.loaded);
    this.coming = this.coming.map((page) => (loaded) => change(page(loaded)));
  }
  private at = (share: number) => this.stored[Math.floor((share / 100) * this.stored.length)];
}

const names = [
  'send',
  'swap',
  'remove',
  'edit',
  'edit',
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

it('what is loaded is the chat from its first to its last message, whatever interleaves', () => {
  const steps = fc.array(fc.tuple(fc.constantFrom(...names), fc.nat(99)), { maxLength: 60 });
  fc.assert(
    fc.property(steps, (taken) => {
      const reader = new Reader();
      for (const [name, share] of taken) {
        reader[name](share);
        const { messages, hasOlder, hasNewer } = reader.loaded;
        const [from, to] = [messages[0]?.seq ?? 0, messages.at(-1)?.seq ?? 0];
        const between = reader.stored.filter(({ seq }) => seq >= from && seq <= to);
        expect(messages).toEqual(between);
        if (messages.length === 0) continue;
        if (!hasNewer) expect(to).toBe(reader.stored.at(-1)?.seq);
        if (!hasOlder) expect(from).toBe(reader.stored[0]?.seq);
      }
    }),
    { numRuns: 200 },
  );
});
