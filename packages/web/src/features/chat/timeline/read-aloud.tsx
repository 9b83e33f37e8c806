import { memo, useEffect, useRef, useState } from 'react';
import { beginning } from '../../../shared/format/words.ts';
import { filesTexts } from '../media/files.texts.ts';
import { messagesTexts as texts } from '../messages/messages.texts.ts';
import { drawable } from './text-parts.ts';
import type { TimelineRow } from './timeline.ts';

/** More at once are not read out: that would take minutes. */
const MAX_ANNOUNCED = 50;
/** Whoever walks through the page finds the messages in the conversation alone, after a while. */
const GONE_AFTER_MS = 10_000;

interface ReadAloudProps {
  hash: string;
  /** Undefined while the messages are on their way. */
  rows: TimelineRow[] | undefined;
  /** The rows end before the chat does. */
  hasNewer: boolean;
  viewerId: string;
}

interface Announcement {
  key: string;
  text: string;
}

/**
 * Reads out what is new at the end of the conversation, once. The rows themselves cannot be a live region: they come
 * and go while somebody scrolls, and ticks and reactions change in them (rules/messages 39).
 */
export const ReadAloud = memo(function ReadAloud({
  hash,
  rows,
  hasNewer,
  viewerId,
}: ReadAloudProps) {
  const [said, setSaid] = useState<Announcement[]>([]);
  const known = useRef<Known>(null);
  useEffect(() => {
    if (!rows) return;
    if (known.current?.hash !== hash) known.current = { hash, seq: null, own: new Set() };
    const news = hasNewer ? [] : takeNews(known.current, rows);
    const read = news
      .slice(-MAX_ANNOUNCED)
      .map((row) => ({ key: row.key, text: textOf(row, viewerId) }));
    setSaid((before) => {
      const left = before.length === 0 ? before : withoutGone(before, rows);
      return read.length === 0 ? left : [...left, ...read].slice(-MAX_ANNOUNCED);
    });
  }, [hash, rows, hasNewer, viewerId]);
  useEffect(() => {
    if (said.length === 0) return;
    const timer = window.setTimeout(() => setSaid([]), GONE_AFTER_MS);
    return () => window.clearTimeout(timer);
  }, [said]);
  return (
    <div className="visually-hidden" aria-live="polite" aria-relevant="additions">
      {said.map(({ key, text }) => (
        <p key={key}>{text}</p>
      ))}
    </div>
  );
});

type Spoken = Extract<TimelineRow, { kind: 'message' | 'outgoing' }>;

const isSpoken = (row: TimelineRow): row is Spoken =>
  row.kind === 'message' || row.kind === 'outgoing';

/** The messages that need not be read out any more. */
interface Known {
  hash: string;
  /** The newest message that the chat had; null until its end has been loaded. */
  seq: number | null;
  /** The rows of what this page was sending: a message and its pending copy share one. */
  own: Set<string>;
}

/** The rows that were not known, unless the chat has just been opened; now they are. */
function takeNews(known: Known, rows: TimelineRow[]): Spoken[] {
  const { seq, own } = known;
  const spoken = rows.slice(firstUnknown(rows, seq)).filter(isSpoken);
  const news = spoken.filter(({ key }) => !own.has(key));
  for (const row of spoken) {
    if (row.kind === 'outgoing') own.add(row.key);
    else known.seq = Math.max(known.seq ?? 0, row.message.seq);
  }
  known.seq ??= 0;
  return seq === null ? [] : news;
}

/** Behind the last message that is known. */
function firstUnknown(rows: TimelineRow[], seq: number | null): number {
  if (seq === null) return 0;
  return rows.findLastIndex((row) => row.kind === 'message' && row.message.seq <= seq) + 1;
}

/** Leaves out messages that were deleted meanwhile. */
function withoutGone(said: Announcement[], rows: TimelineRow[]): Announcement[] {
  const keys = new Set(rows.map(({ key }) => key));
  const left = said.filter(({ key }) => keys.has(key));
  return left.length === said.length ? said : left;
}

function textOf(row: Spoken, viewerId: string): string {
  if (row.kind === 'outgoing') {
    const { type, content, file, forwarded } = row.outgoing;
    const fileName = file?.name ?? forwarded?.file?.name ?? null;
    return sentence(texts.you, [mediaOf(type, fileName), content]);
  }
  const { type, content, fileName, senderEmail, mentions } = row.message;
  const isMention = !row.isOwn && mentions.some(({ uuid }) => uuid === viewerId);
  return sentence(row.isOwn ? texts.you : senderEmail, [
    isMention && texts.mentionsYou,
    mediaOf(type, fileName),
    content,
  ]);
}

const sentence = (sender: string, parts: (string | false | null)[]): string =>
  [sender, ...parts.map((part) => part && beginning(drawable(part)))].filter(Boolean).join(': ');

function mediaOf(type: string, fileName: string | null): string | null {
  if (type === 'TEXT') return null;
  const name = fileName ?? filesTexts.unnamed;
  if (type === 'IMAGE') return `${texts.image} ${name}`;
  return type === 'VIDEO' ? filesTexts.video(name) : name;
}
