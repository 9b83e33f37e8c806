import { sendMessage } from '@chat/contract/messages/messages.routes';
import type { Random } from '../random.ts';
import type { Ledger, Send } from './ledger.ts';
import { isPassing, pause } from './patient-client.ts';
import type { Person } from './people.ts';
import { agentOf, post } from './post.ts';

const ATTEMPT_MS = 5_000;
const [SHORTEST_PAUSE_MS, LONGEST_PAUSE_MS] = [20, 400];
/** Of the attempts that failed: the browser was closed over it, and nobody sends it again. */
const GIVES_UP = 0.02;
const REPLIES = 0.1;

/** Answers that a send of the rules must never get. */
export interface Refusal {
  referenceId: string;
  status: number;
  message: string;
}

export interface Writing {
  person: Person;
  ledger: Ledger;
  refusals: Refusal[];
  random: Random;
  workers: number;
  /** Whether there is something left to send, which is then taken. */
  take: () => boolean;
  onSent: (person: Person) => void;
}

/** One person has several workers that write at a time, each going on to the next send once the last one is settled. */
export async function write(writing: Writing): Promise<void> {
  const agent = agentOf(writing.workers);
  const workers = Array.from({ length: writing.workers }, (_, worker) =>
    writeAsWorker(writing, worker, agent),
  );
  await Promise.all(workers);
  agent.destroy();
}

async function writeAsWorker(writing: Writing, worker: number, agent: ReturnType<typeof agentOf>) {
  const { person, ledger, take, onSent } = writing;
  const random = writing.random.fork();
  let previous: string | undefined;
  for (let count = 1; take(); count++) {
    const referenceId = `${person.client.uuid}-${worker}-${count}`;
    const chatId = random.pick(person.chats);
    const senderId = person.client.uuid;
    const content = `${referenceId} ${'x'.repeat(random.between(0, 200))}`;
    const send = ledger.begin({ referenceId, chatId, senderId, content });
    const quoted = random.chance(REPLIES) ? previous : undefined;
    if (quoted) send.chatId = ledger.sends.get(quoted)?.chatId ?? chatId;
    await settle(
      writing,
      send,
      random,
      agent,
      quoted && ledger.sends.get(quoted)?.answers[0]?.uuid,
    );
    if (send.answers.length > 0) previous = referenceId;
    onSent(person);
  }
}

/** The same reference until it is acknowledged: the server stores it once (rules/messages 6). */
async function settle(
  { person: { client }, ledger, refusals }: Writing,
  send: Send,
  random: Random,
  agent: ReturnType<typeof agentOf>,
  quotedUuid: string | undefined,
): Promise<void> {
  const { referenceId, content } = send;
  const url = quotedUuid
    ? `${client.url}/api/chats/messages/${quotedUuid}/reply`
    : `${client.url}/api/chats/${send.chatId}/messages`;
  const body = quotedUuid ? { content, referenceId } : { type: 'TEXT', content, referenceId };
  const options = { agent, token: client.token ?? '', timeoutMs: ATTEMPT_MS };
  for (;;) {
    const answer = await post(url, body, options).catch(() => undefined);
    if (answer?.status === 201 || answer?.status === 200) {
      return ledger.acknowledge(send, sendMessage.content.parse(answer.content));
    }
    if (answer && !isPassing(answer.status)) {
      refusals.push({ referenceId, status: answer.status, message: answer.message });
      return ledger.abandon();
    }
    if (random.chance(GIVES_UP)) return ledger.abandon();
    ledger.retries++;
    await pause(random.between(SHORTEST_PAUSE_MS, LONGEST_PAUSE_MS));
  }
}
