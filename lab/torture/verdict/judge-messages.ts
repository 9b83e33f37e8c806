import type { Ledger, Send } from '../world/ledger.ts';
import { type Findings, groupBy } from './findings.ts';
import type { PublicFace } from './public-face.ts';
import type { StoredMessage, Tables } from './tables.ts';

/**
 * Every acknowledged message stands exactly once, as it was sent, edited and answered, unless its author deleted it, and
 * nothing stands that nobody sent.
 */
export function judgeMessages(
  findings: Findings,
  ledger: Ledger,
  face: PublicFace,
  tables: Tables,
) {
  const shown: StoredMessage[] = [...face.chats].flatMap(([chatId, messages]) =>
    messages.map((message) => ({
      ...message,
      chatId,
      referenceId: message.referenceId ?? '',
      isDeleted: false,
    })),
  );
  judgeAgainst(findings, ledger, shown, 'in the answers');
  judgeAgainst(findings, ledger, tables.messages, 'in the tables');
}

function judgeAgainst(
  findings: Findings,
  { sends }: Ledger,
  messages: StoredMessage[],
  where: string,
): void {
  const stored = new Map<string, StoredMessage>();
  for (const message of messages) {
    const { referenceId } = message;
    const send = sends.get(referenceId);
    if (!send || !isAsSent(message, send)) findings.add('unsent', `${referenceId} ${where}`);
    if (stored.has(referenceId)) findings.add('doubled', `${referenceId} ${where}`);
    stored.set(referenceId, message);
  }
  for (const send of sends.values()) judgeSend(findings, send, stored, where);
}

const isAsSent = (message: StoredMessage, send: Send) =>
  message.chatId === send.chatId &&
  message.senderId === send.senderId &&
  (message.isDeleted ? message.content === '' : send.contents.includes(message.content));

function judgeSend(
  findings: Findings,
  send: Send,
  stored: Map<string, StoredMessage>,
  where: string,
): void {
  const { referenceId, answers, presence } = send;
  const message = stored.get(referenceId);
  const stands = message && !message.isDeleted;
  if (stands && presence === 'DELETED') findings.add('undeleted', `${referenceId} ${where}`);
  if (!stands && presence !== 'STANDS') return;
  for (const { uuid, seq } of answers) {
    if (stands && message.uuid === uuid && message.seq === seq) continue;
    findings.add('lost', `${referenceId}, acknowledged as ${uuid}, number ${seq}, ${where}`);
  }
}

/** Each chat's numbers are 1, 2, 3 …, it knows its last one, and it shows those that are not deleted. */
export function judgeNumbers(findings: Findings, face: PublicFace, tables: Tables): void {
  const stored = groupBy(tables.messages, ({ chatId }) => chatId);
  for (const { chatId, lastSeq, lastMessageUuid } of tables.chats) {
    const messages = stored.get(chatId) ?? [];
    const standing = messages.filter(({ isDeleted }) => !isDeleted);
    const counted = messages.map((_, index) => index + 1);
    judgeRow(findings, chatId, messages, counted);
    judgeRow(findings, chatId, face.chats.get(chatId) ?? [], standing.map(seqOf));
    const last = messages.at(-1)?.seq ?? 0;
    if (last !== lastSeq || (standing.at(-1)?.uuid ?? null) !== lastMessageUuid) {
      findings.add('gaps', `${chatId} says its last number is ${lastSeq}, it is ${last}`);
    }
  }
}

const seqOf = ({ seq }: { seq: number }) => seq;

function judgeRow(
  findings: Findings,
  chatId: string,
  messages: { seq: number }[],
  expected: number[],
): void {
  const length = Math.max(messages.length, expected.length);
  for (let index = 0; index < length; index++) {
    const seq = messages[index]?.seq;
    if (seq === expected[index]) continue;
    findings.add('gaps', `${chatId}: in place ${index} is ${seq}, not ${expected[index]}`);
    return;
  }
}
