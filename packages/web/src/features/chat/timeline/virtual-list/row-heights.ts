import type { Rect, VirtualItem } from '@tanstack/react-virtual';
import { thumbBox } from '../../media/pictures.ts';
import { FOLDED_LINES, isTall, withoutMarks } from '../text-parts.ts';
import type { TimelineRow } from '../timeline.ts';
import type { RowVirtualizer } from './rows-around.ts';

/**
 * How tall a row will be, in pixels, before it is drawn and measured: the closer, the less there is to put right
 * above the reader when older pages come. The numbers are those of the style sheets; `row-heights.spec.ts` holds both
 * together.
 */
export function estimateRow(row: TimelineRow | undefined, listWidth: number): number {
  if (row === undefined) return ONE_LINE;
  if (row.kind === 'day') return DAY;
  if (row.kind === 'unread') return UNREAD;
  const { content, metaLetters, hasAvatar, media, quote, reactions } = partsOf(row);
  const room = textWidth(listWidth, hasAvatar, media > 0);
  const text = content === '' && media > 0 ? META_LINE : textHeight(content, metaLetters, room);
  const sender = row.isFirst ? SENDER : 0;
  const bubble = Math.max(BUTTON, BUBBLE_FRAME + sender + quote + media + text);
  // As the virtualizer rounds what it measures: a good guess leaves nothing to put right.
  return Math.round((row.isFirst ? FIRST_PADDING : PADDING) + bubble + reactions);
}

const DAY = 38;
const UNREAD = 34;
/** Above and below a row. */
const PADDING = 4;
const FIRST_PADDING = 14;
/** The menu's, beside the bubble. */
const BUTTON = 40;
const BUBBLE_FRAME = 16;
const SENDER = 17.9;
const LINE = 21.75;
/** Time and ticks in a line of their own, as they have no room beside the text. */
const META_BELOW = 21;
/** The button under what is shown of a tall text. */
const SHOW_MORE = 32;
/** Time and ticks where there is no text. */
const META_LINE = 20.5;
const ONE_LINE = PADDING + BUTTON;
const QUOTE = 47.4;
/** Says that it is a copy; such a one quotes nothing. */
const FORWARDED = 18;
const REACTIONS = 23;
const MEDIA_MARGIN = 6;
const FILE_CARD = 56;
const VIDEO = 180;

const WIDEST_LIST = 1024;
const WIDEST_LINE = 680;
const WIDEST_BUBBLE = 640;
const WIDEST_BESIDE_MEDIA = 312;
const LINE_SHARE = 0.84;
const BUBBLE_PADDING = 24;
/** On a list that is no wider, lines go from edge to edge. */
const PHONE = 432;
/** Beside the bubble: the row's padding, the menu's button, the face of who speaks. */
const BESIDE = { padding: 40, button: 44, avatar: 38 };
const BESIDE_ON_PHONE = { padding: 24, button: 28, avatar: 34 };
/** The average width of one letter of running text. */
const LETTER = 7.4;
/** The time is in the last line. */
const META_LETTERS = 8.5;
/** 'editado' and the ticks with it. */
const EDITED_LETTERS = 7;
const TICKS_LETTERS = 2.5;

/** How wide a line of text can be. */
function textWidth(listWidth: number, hasAvatar: boolean, hasMedia: boolean): number {
  const isPhone = listWidth <= PHONE;
  const beside = isPhone ? BESIDE_ON_PHONE : BESIDE;
  const row = Math.min(WIDEST_LIST, listWidth) - beside.padding - (hasAvatar ? beside.avatar : 0);
  const line = isPhone ? row : Math.min(WIDEST_LINE, row * LINE_SHARE);
  const text = Math.min(WIDEST_BUBBLE, line - beside.button) - BUBBLE_PADDING;
  return hasMedia ? Math.min(WIDEST_BESIDE_MEDIA, text) : text;
}

function textHeight(content: string, metaLetters: number, room: number): number {
  if (isTall(content)) return FOLDED_LINES * LINE + SHOW_MORE;
  const letters = Math.max(12, room / LETTER);
  const linesOf = (length: number) => Math.max(1, Math.ceil(length / letters));
  // A guess that counts marks pushes all other rows out of sight for a moment.
  const lengths = withoutMarks(content)
    .split('\n')
    .map(({ length }) => length);
  const lines = lengths.reduce((sum, length) => sum + linesOf(length), 0);
  const last = lengths.at(-1) ?? 0;
  const isMetaBelow = linesOf(last + metaLetters) > linesOf(last);
  return lines * LINE + (isMetaBelow ? META_BELOW : 0);
}

type MessageRow = Exclude<TimelineRow, { kind: 'day' | 'unread' }>;

function partsOf(row: MessageRow) {
  if (row.kind === 'outgoing') {
    const { content, file, reply, forwarded } = row.outgoing;
    const media = file || forwarded?.file ? FILE_CARD + MEDIA_MARGIN : 0;
    const quote = above(forwarded !== null, reply !== null);
    const metaLetters = META_LETTERS + TICKS_LETTERS;
    return { content, metaLetters, hasAvatar: false, media, quote, reactions: 0 };
  }
  const { content, editedAt, forwarded, replyToMessageContent, reactions, chatType } = row.message;
  const edited = editedAt === null ? 0 : EDITED_LETTERS;
  return {
    content,
    metaLetters: META_LETTERS + edited + (row.isOwn ? TICKS_LETTERS : 0),
    hasAvatar: chatType === 'GROUP' && !row.isOwn,
    media: mediaHeight(row),
    quote: above(forwarded, replyToMessageContent !== null),
    reactions: reactions.length > 0 ? REACTIONS : 0,
  };
}

function above(isForwarded: boolean, isReply: boolean): number {
  if (isForwarded) return FORWARDED;
  return isReply ? QUOTE : 0;
}

function mediaHeight({ message }: Extract<TimelineRow, { kind: 'message' }>): number {
  switch (message.type) {
    case 'IMAGE':
      return thumbBox(message.mediaWidth, message.mediaHeight).height + MEDIA_MARGIN;
    case 'VIDEO':
      return VIDEO + MEDIA_MARGIN;
    case 'FILE':
      return FILE_CARD + MEDIA_MARGIN;
    case 'TEXT':
      return 0;
  }
}

/** The measured heights of a chat's newest rows when it was last shown, and the list's width at that time. */
interface Measured {
  width: number;
  heights: ReadonlyMap<TimelineRow['key'], number>;
}

const MAX_CHATS = 50;
const MAX_ROWS = 120;

const measured = new Map<string, Measured>();

/** The place of the list of messages, whichever chat it shows; a guess until there has been one. */
let place: Rect = { width: 900, height: window.innerHeight };

export const listPlace = (): Rect => place;

/** How tall a row of the chat was in a list of the present width, if it was seen before. */
export function knownHeight(chatId: string | null, key: TimelineRow['key']): number | undefined {
  const known = chatId === null ? undefined : measured.get(chatId);
  return known?.width === place.width ? known.heights.get(key) : undefined;
}

/** Notes what a list that goes away has measured: shown again, it is right from its first drawing. */
export function noteHeights(
  chatId: string,
  { measurementsCache }: { measurementsCache: Pick<VirtualItem, 'key' | 'size'>[] },
): void {
  const rows = measurementsCache.slice(-MAX_ROWS);
  const heights = new Map(rows.map(({ key, size }) => [String(key), size]));
  measured.delete(chatId);
  measured.set(chatId, { width: place.width, heights });
  const [oldest] = measured.keys();
  if (measured.size > MAX_CHATS && oldest !== undefined) measured.delete(oldest);
}

/**
 * Reports the list's place to the virtualizer. The next list is taken to have the same one until its observer reports,
 * still before anything is painted: asked for at once, the whole page would be laid out for the answer.
 */
export function observePlace(
  { scrollElement }: Pick<RowVirtualizer, 'scrollElement'>,
  report: (rect: Rect) => void,
): () => void {
  const observer = new ResizeObserver(([entry]) => {
    const [box] = entry?.borderBoxSize ?? [];
    if (!box) return;
    place = { width: Math.round(box.inlineSize), height: Math.round(box.blockSize) };
    report(place);
  });
  if (scrollElement) observer.observe(scrollElement);
  return () => observer.disconnect();
}
