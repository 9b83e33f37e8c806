import { thumbBox } from '../media/thumb-box.ts';
import type { TimelineRow } from './timeline.ts';

/**
 * How tall a row will be, in pixels, before it is drawn and measured: the closer, the less there is to put right
 * above the reader when older pages come. The numbers are those of the style sheets; `row-heights.spec.ts` holds both
 * together.
 */
export function estimateRow(row: TimelineRow | undefined, listWidth: number): number {
  if (row === undefined) return ONE_LINE;
  if (row.kind === 'day') return DAY;
  if (row.kind === 'unread') return UNREAD;
  const { content, metaLetters, media, quote, reactions } = partsOf(row);
  const lines =
    content === '' && media > 0 ? META_LINE : linesOf(content, metaLetters, listWidth) * LINE;
  const sender = row.isFirst ? SENDER : 0;
  const bubble = Math.max(BUTTON, BUBBLE_FRAME + sender + quote + media + lines);
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

const WIDEST_BUBBLE = 640;
const BUBBLE_SHARE = 0.84;
const BUBBLE_PADDING = 24;
/** Of one letter of running text, on average. */
const LETTER = 7.4;
/** Time and ticks stand in the last line. */
const META_LETTERS = 11;
/** 'editado' with them. */
const EDITED_META_LETTERS = 18;

/** They stand over and under their letters: a guess that counts them pushes all other rows out of sight for a moment. */
const MARKS = /[\p{Mn}\p{Me}]+/gu;

function linesOf(content: string, metaLetters: number, listWidth: number): number {
  const width = Math.min(WIDEST_BUBBLE, listWidth * BUBBLE_SHARE) - BUBBLE_PADDING;
  const letters = Math.max(12, width / LETTER);
  const paragraphs = content.replace(MARKS, '').split('\n');
  const last = paragraphs.length - 1;
  return paragraphs.reduce((lines, { length }, index) => {
    const needed = index === last && length > letters ? length + metaLetters : length;
    return lines + Math.max(1, Math.ceil(needed / letters));
  }, 0);
}

type MessageRow = Exclude<TimelineRow, { kind: 'day' | 'unread' }>;

function partsOf(row: MessageRow) {
  if (row.kind === 'outgoing') {
    const { content, file, reply, forwarded } = row.outgoing;
    const media = file || forwarded?.file ? FILE_CARD + MEDIA_MARGIN : 0;
    const quote = above(forwarded !== null, reply !== null);
    return { content, metaLetters: META_LETTERS, media, quote, reactions: 0 };
  }
  const { content, editedAt, forwarded, replyToMessageContent, reactions } = row.message;
  return {
    content,
    metaLetters: editedAt === null ? META_LETTERS : EDITED_META_LETTERS,
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
