import { statusOf } from '@chat/contract/message-changes';
import type { Message } from '@chat/contract/messages';
import { type Findings, groupBy } from './findings.ts';
import type { PublicFace } from './public-face.ts';
import type { StoredMark, Tables } from './tables.ts';

/** Ticks and counters are those that follow from messages and marks alone, counted from scratch. */
export function judgeReceipts(findings: Findings, face: PublicFace, tables: Tables): void {
  const marks = groupBy(tables.marks, ({ chatId }) => chatId);
  for (const { chatId, kind } of tables.chats) {
    judgeTicks(findings, kind, face.chats.get(chatId) ?? [], marks.get(chatId) ?? []);
  }
  for (const one of face.people) judgeCounters(findings, one, face, marks);
}

function judgeCounters(
  findings: Findings,
  { person, list, unreadCount }: PublicFace['people'][number],
  face: PublicFace,
  marks: Map<string, StoredMark[]>,
): void {
  const viewerId = person.client.uuid;
  let sum = 0;
  for (const { chatUuid, unreadCount: unread } of list) {
    if (!chatUuid) continue;
    const own = marks.get(chatUuid)?.find(({ userId }) => userId === viewerId);
    const expected = countUnread(face.chats.get(chatUuid) ?? [], viewerId, own?.seenSeq ?? 0);
    sum += expected;
    if (unread !== expected) {
      findings.add('counters', `${viewerId} in ${chatUuid}: ${unread}, counted ${expected}`);
    }
  }
  if (unreadCount !== sum) {
    findings.add('counters', `${viewerId} in their group: ${unreadCount}, counted ${sum}`);
  }
}

function judgeTicks(
  findings: Findings,
  kind: 'GROUP' | 'DIRECT' | 'PERSONAL',
  messages: Message[],
  marks: StoredMark[],
): void {
  for (const { uuid, seq, senderId, status } of messages) {
    const others = marks.filter(({ userId }) => userId !== senderId);
    const expected = statusOf(
      {
        kind,
        deliveredSeq: Math.min(...others.map(({ deliveredSeq }) => deliveredSeq)),
        seenSeq: Math.min(...others.map(({ seenSeq }) => seenSeq)),
      },
      seq,
    );
    if (status !== expected) findings.add('ticks', `${uuid}: ${status}, counted ${expected}`);
  }
}

const countUnread = (messages: Message[], viewerId: string, seenSeq: number) =>
  messages.filter(({ senderId, seq }) => senderId !== viewerId && seq > seenSeq).length;
