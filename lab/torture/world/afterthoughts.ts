import { editMessage } from '@chat/contract/writing';
import { type Answer, type Asker, askPatiently } from './attempt.ts';
import type { Send } from './ledger.ts';

const EDITS = 0.15;
const DELETES = 0.05;

/** Answers that what the rules allow must never get. */
export interface Refusal {
  referenceId: string;
  status: number;
  message: string;
}

export interface Author extends Asker {
  refusals: Refusal[];
}

const uuidOf = (send: Send) => send.answers[0]?.uuid;

/** Now and then an author edits what they have just sent, or takes it back. */
export async function thinkAgain(author: Author, send: Send): Promise<void> {
  // A forward cannot be edited.
  if (!send.isForward && author.random.chance(EDITS)) await edit(author, send);
  if (author.random.chance(DELETES)) await remove(author, send);
}

async function edit(author: Author, send: Send): Promise<void> {
  const content = `${send.referenceId} otra vez ${'y'.repeat(author.random.between(0, 200))}`;
  send.contents.push(content);
  const path = `/chats/messages/${uuidOf(send)}`;
  const answer = await askPatiently(author, { method: 'PUT', path, body: { content } });
  if (answer?.status === 200) {
    const edited = editMessage.content.parse(answer.content);
    if (edited.content !== content || edited.editedAt === null) refuse(author, send, answer);
    send.contents = [content];
    author.ledger.edited++;
  } else if (answer) refuse(author, send, answer);
}

async function remove(author: Author, send: Send): Promise<void> {
  send.presence = 'PERHAPS';
  const path = `/chats/messages/${uuidOf(send)}`;
  const answer = await askPatiently(author, { method: 'DELETE', path });
  // 404: an attempt whose answer was lost had been carried out.
  if (answer?.status === 200 || answer?.status === 404) {
    send.presence = 'DELETED';
    author.ledger.deleted++;
  } else if (answer) refuse(author, send, answer);
}

export const refuse = ({ refusals }: Author, { referenceId }: Send, answer: Answer): number =>
  refusals.push({ referenceId, status: answer.status, message: answer.message });
