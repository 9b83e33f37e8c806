import type { Message } from '@chat/contract/messages';
import { beginning } from '../../shared/format/beginning.ts';
import { notificationsTexts as texts } from './notifications.texts.ts';

const LONGEST = 140;

/** What a browser notification says of a message: who wrote, where, and what. */
export function noticeOf(message: Message, viewerId: string, groupName: string | undefined) {
  const { senderEmail, chatType, mentions } = message;
  const isInGroup = chatType === 'GROUP' && groupName !== undefined;
  const isMentioned = mentions.some(({ uuid }) => uuid === viewerId);
  const said = cut(whatIsSaid(message));
  return {
    title: isInGroup ? texts.inGroup(senderEmail, groupName) : senderEmail,
    body: isMentioned ? texts.mentioned(said) : said,
  };
}

function whatIsSaid({ type, content, fileName }: Message): string {
  if (type === 'TEXT') return beginning(content);
  if (type === 'FILE') return texts.file(fileName ?? '');
  const kind = type === 'IMAGE' ? texts.image : texts.video;
  return content ? texts.captioned(kind, beginning(content)) : kind;
}

function cut(text: string): string {
  // A character is two units long at most; one more shows whether something is left out.
  const points = [...text.slice(0, 2 * (LONGEST + 1))];
  return points.length > LONGEST ? `${points.slice(0, LONGEST - 1).join('')}…` : text;
}
