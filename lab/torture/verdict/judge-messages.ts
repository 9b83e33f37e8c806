import { groupBy } from '../group-by.ts';
import type { Ledger, Send } from '../world/ledger.ts';
import type { Findings } from './findings.ts';
import type { PublicFace } from './public-face.ts';
import type { StoredMessage, Tables } from './tables.ts';

/** Every acknowledged message stands exactly once, as it was sent and answered, and nothing stands that nobody sent. */
export function judgeMessages(
  findings: Findings,
  ledger: Ledger,
  face: PublicFace,
  tables: Tables,
) {
  const shown: StoredMessage[] = [...face.chats].flatMap(([chatId, messages]) =>
    messages.map((message) => ({ ...message, chatId, referenceId: message.referenceId ?? '' })),
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
  const standing = new Map<string, StoredMessage>();
  for (const message of messages) {
    const { referenceId } = message;
    const send = sends.get(referenceId);
    if (!send || !isAsSent(message, send)) findings.add('unsent', `${referenceId} ${where}`);
    if (standing.has(referenceId)) findings.add('doubled', `${referenceId} ${where}`);
    standing.set(referenceId, message);
  }
  for (const send of sends.values()) judgeSend(findings, send, standing, where);
}

const isAsSent = (message: StoredMessage, send: Send) =>
  message.chatId === send.chatId &&
  message.senderId === send.senderId &&
  message.content === send.content;

function judgeSend(
  findings: Findings,
  send: Send,
  standing: Map<string, StoredMessage>,
  where: string,
): void {
  const { referenceId, answers } = send;
  const message = standing.get(referenceId);
  for (const { uuid, seq } of answers) {
    if (message?.uuid !== uuid || message.seq !== seq) {
      findings.add('lost', `${referenceId}, acknowledged as ${uuid}, number ${seq}, ${where}`);
    }
  }
}

/** Each chat's numbers are 1, 2, 3 … and it knows its last one. */
export function judgeNumbers(findings: Findings, face: PublicFace, tables: Tables): void {
  const stored = groupBy(tables.messages, ({ chatId }) => chatId);
  for (const { chatId, lastSeq, lastMessageUuid } of tables.chats) {
    const messages = stored.get(chatId) ?? [];
    judgeRow(findings, chatId, messages);
    judgeRow(findings, chatId, face.chats.get(chatId) ?? []);
    const last = messages.at(-1);
    if ((last?.seq ?? 0) !== lastSeq || (last?.uuid ?? null) !== lastMessageUuid) {
      findings.add('gaps', `${chatId} says its last number is ${lastSeq}, it is ${last?.seq}`);
    }
  }
}

function judgeRow(findings: Findings, chatId: string, messages: { seq: number }[]): void {
  for (const [index, { seq }] of messages.entries()) {
    if (seq === index + 1) continue;
    findings.add('gaps', `${chatId}: after ${index} comes ${seq}`);
    return;
  }
}
