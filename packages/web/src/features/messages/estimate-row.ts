import { thumbBox } from './thumb-box.ts';
import type { TimelineRow } from './timeline.ts';

/**
 * How tall a row will be, in pixels, before it is drawn and measured: the closer, the less there is to put right
 * above the reader when older pages come. The numbers are those of the style sheets.
 */
export function estimateRow(row: TimelineRow | undefined, listWidth: number): number {
  if (row === undefined) return ONE_LINE;
  if (row.kind === 'day') return DAY;
  if (row.kind === 'unread') return UNREAD;
  const { content, media, quote, reactions } = partsOf(row);
  const opening = row.isFirst ? OPENING : 0;
  const letters = lettersOf(row, media > 0, listWidth);
  const { createdAt } = row.kind === 'message' ? row.message : row.outgoing;
  const lines = linesOf(content, letters, metaLetters(createdAt)) * LINE;
  // As the virtualizer rounds what it measures: a good guess leaves nothing to put right.
  return Math.round(FRAME + opening + quoteHeight(quote, letters) + media + lines + reactions);
}

const DAY_LONG = 24 * 60 * 60 * 1000;
const DAY = 38;
const UNREAD = 36;
/** Padding of row and bubble. */
const FRAME = 20;
const LINE = 21.75;
/** The sender's name and the room above it. */
const OPENING = 28;
const ONE_LINE = FRAME + LINE;
const QUOTE = 48;
/** A quote has two lines at most, of smaller letters. */
const SECOND_QUOTE_LINE = 16;
const SMALLER = 1.1;
const REACTIONS = 23;
const MEDIA_MARGIN = 6;
const FILE_CARD = 56;
const VIDEO = 180;

/** A list no wider than this is a phone's, where a bubble may take the whole line; beside a list of chats it is wider. */
const PHONE_LIST = 430;
const WIDEST_LINE = 680;
const LINE_SHARE = 0.84;
const BUBBLE_PADDING = 24;
/** Under a picture or a file a text is no wider than they are. */
const WIDEST_UNDER_MEDIA = 312;
/** Of one letter of running text, on average. */
const LETTER = 7.4;

/** Paddings of a row, the avatar beside what others say in a group, and the button of a message's menu. */
const phone = { padding: 24, avatar: 34, tools: 32 };
const desk = { padding: 40, avatar: 38, tools: 44 };

function lettersOf(row: MessageRow, hasMedia: boolean, listWidth: number): number {
  const isPhone = listWidth <= PHONE_LIST;
  const { padding, avatar, tools } = isPhone ? phone : desk;
  const isOther = row.kind === 'message' && !row.isOwn;
  const beside = isOther && row.message.chatType === 'GROUP' ? avatar : 0;
  const room = listWidth - padding - beside;
  const line = isPhone ? room : Math.min(WIDEST_LINE, room * LINE_SHARE);
  const width = Math.min(line - tools - BUBBLE_PADDING, hasMedia ? WIDEST_UNDER_MEDIA : Infinity);
  return Math.max(12, width / LETTER);
}

/** Time and ticks stand in the last line, if there is room for them; once it is a day old the time has a date (product §9). */
const metaLetters = (instant: string) => (Date.now() - Date.parse(instant) < DAY_LONG ? 10 : 17);

function linesOf(content: string, letters: number, meta: number): number {
  const paragraphs = content.split('\n');
  const last = paragraphs.length - 1;
  return paragraphs.reduce((lines, { length }, index) => {
    const needed = index === last ? length + meta : length;
    return lines + Math.max(1, Math.ceil(needed / letters));
  }, 0);
}

const quoteHeight = (quote: string | null, letters: number) => {
  if (quote === null) return 0;
  return quote.length > letters * SMALLER ? QUOTE + SECOND_QUOTE_LINE : QUOTE;
};

type MessageRow = Exclude<TimelineRow, { kind: 'day' | 'unread' }>;

function partsOf(row: MessageRow) {
  if (row.kind === 'outgoing') {
    const { content, file, reply } = row.outgoing;
    const media = file ? FILE_CARD + MEDIA_MARGIN : 0;
    return { content, media, quote: reply && (reply.replyToMessageContent ?? ''), reactions: 0 };
  }
  const { content, replyToMessageContent, reactions } = row.message;
  return {
    content,
    media: mediaHeight(row),
    quote: replyToMessageContent,
    reactions: reactions.length > 0 ? REACTIONS : 0,
  };
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
