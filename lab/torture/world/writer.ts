import { sendMessage } from '@chat/contract/writing';
import { type Author, refuse, thinkAgain } from './afterthoughts.ts';
import { type Asking, agentOf, askPatiently } from './attempt.ts';
import type { Send } from './ledger.ts';
import type { Person } from './people.ts';
import { SCHEDULES, scheduleOne } from './scheduling.ts';

const REPLIES = 0.1;
const FORWARDS = 0.05;

export interface Writing extends Omit<Author, 'agent'> {
  workers: number;
  /** Whether there is something left to send, which is then taken. */
  take: () => boolean;
  onSent: (person: Person) => void;
}

/** One person has several workers that write at a time, each going on to the next send once the last one is settled. */
export async function write(writing: Writing): Promise<void> {
  const agent = agentOf(writing.workers);
  const workers = Array.from({ length: writing.workers }, (_, worker) =>
    writeAsWorker(writing, { ...writing, agent, random: writing.random.fork() }, worker),
  );
  await Promise.all(workers);
  agent.destroy();
}

async function writeAsWorker({ take, onSent }: Writing, author: Author, worker: number) {
  const { person } = author;
  let previous: Send | undefined;
  for (let count = 1; take(); count++) {
    const referenceId = `${person.client.uuid}-${worker}-${count}`;
    if (author.random.chance(SCHEDULES)) {
      await scheduleOne(author, referenceId);
      onSent(person);
      continue;
    }
    const { send, asking } = begin(author, referenceId, previous);
    await settle(author, send, asking);
    if (send.answers.length > 0) {
      await thinkAgain(author, send);
      // A message that may be gone is neither answered nor forwarded: nobody could say whether a refusal is right.
      previous = send.presence === 'STANDS' ? send : undefined;
    }
    onSent(person);
  }
}

/** New words, an answer to what they sent before, or a copy of it. */
function begin({ person, ledger, random }: Author, referenceId: string, previous?: Send) {
  const own = { referenceId, senderId: person.client.uuid };
  const chatId = random.pick(person.chats);
  const content = `${referenceId} ${'x'.repeat(random.between(0, 200))}`;
  const said = { ...own, contents: [content], isForward: false };
  const uuid = previous?.answers[0]?.uuid;
  const asked = (path: string, body: object): Asking => ({ method: 'POST', path, body });
  const messages = `/chats/${chatId}/messages`;
  if (previous && uuid && random.chance(FORWARDS)) {
    ledger.forwarded++;
    const send = ledger.begin({
      ...own,
      chatId,
      contents: [...previous.contents],
      isForward: true,
    });
    return { send, asking: asked(messages, { forwardedFrom: uuid, referenceId }) };
  }
  if (previous && uuid && random.chance(REPLIES)) {
    const send = ledger.begin({ ...said, chatId: previous.chatId });
    return { send, asking: asked(`/chats/messages/${uuid}/reply`, { content, referenceId }) };
  }
  const send = ledger.begin({ ...said, chatId });
  return { send, asking: asked(messages, { type: 'TEXT', content, referenceId }) };
}

/** Repeats a send under one reference until the server decides; the server stores it once (rules/messages 6). */
async function settle(author: Author, send: Send, asking: Asking): Promise<void> {
  const { ledger } = author;
  const answer = await askPatiently(author, asking);
  if (answer?.status === 201 || answer?.status === 200) {
    return ledger.acknowledge(send, sendMessage.content.parse(answer.content));
  }
  if (answer) refuse(author, send, answer);
  ledger.abandon();
}
