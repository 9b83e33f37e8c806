import { type Scheduled, scheduleMessage, sendMessage } from '@chat/contract/writing';
import { type Author, refuse } from './afterthoughts.ts';
import { type Answer, askPatiently } from './attempt.ts';
import type { Send } from './ledger.ts';
import { pause } from './patient-client.ts';

/** The share of sends that are for later. */
export const SCHEDULES = 0.06;
const [SOONEST_MS, LATEST_MS] = [300, 8_000];
/** Authors wait so long for the very moment. */
const LONGEST_WAIT_MS = 2_000;

const CANCELS = 0.3;
const SENDS_BY_HAND = 0.15;
const REPEATS = 0.1;

const instantIn = (ms: number) => new Date(Date.now() + ms).toISOString();

/** A text for later; now and then its author cancels it, sends it by hand, or schedules it once more. */
export async function scheduleOne(author: Author, referenceId: string): Promise<void> {
  const { random, person } = author;
  const send = author.ledger.begin({
    referenceId,
    chatId: random.pick(person.chats),
    senderId: person.client.uuid,
    contents: [`${referenceId} para luego ${'z'.repeat(random.between(0, 200))}`],
    isForward: false,
  });
  const answer = await schedule(author, send);
  if (!answer || !send.scheduled) return;
  const draw = random.next();
  if (draw < CANCELS) await cancel(author, send, answer.isRepeated);
  else if (draw < CANCELS + SENDS_BY_HAND) await sendByHand(author, send);
  else if (draw < CANCELS + SENDS_BY_HAND + REPEATS) await repeat(author, send);
}

/** Undefined where nobody answered, or the server refused. */
export async function schedule(author: Author, send: Send): Promise<Answer | undefined> {
  for (;;) {
    const sendAt = instantIn(author.random.between(SOONEST_MS, LATEST_MS));
    const answer = await ask(author, send, sendAt);
    // Its time passed before anybody took it in.
    if (answer?.status === 422 && Date.parse(sendAt) <= Date.now()) continue;
    if (answer?.status === 201 || answer?.status === 200) {
      note(send, scheduleMessage.content.parse(answer.content));
      author.ledger.scheduled++;
      return answer;
    }
    send.presence = 'PERHAPS';
    if (answer) refuse(author, send, answer);
    else author.ledger.abandon();
    return undefined;
  }
}

const ask = (author: Author, { chatId, referenceId, contents }: Send, sendAt: string) => {
  const body = { content: contents[0], referenceId, sendAt };
  return askPatiently(author, { method: 'POST', path: `/chats/${chatId}/scheduled`, body });
};

function note(send: Send, { uuid, sendAt }: Scheduled): void {
  send.scheduled = { uuid, sendAt: Date.parse(sendAt), isByHand: false, mayBeDropped: false };
}

/** Often in the very moment in which it is sent: one of both wins. */
async function cancel(author: Author, send: Send, isScheduledTwice: boolean): Promise<void> {
  const { uuid = '', sendAt = 0 } = send.scheduled ?? {};
  const left = sendAt - Date.now() + author.random.between(-30, 60);
  if (left > 0 && left < LONGEST_WAIT_MS) await pause(left);
  send.presence = 'PERHAPS';
  const answer = await askPatiently(author, { method: 'DELETE', path: `/scheduled/${uuid}` });
  if (answer?.status === 200) {
    author.ledger.cancelled++;
    // An attempt to schedule it that was not answered may come after this.
    if (!isScheduledTwice) send.presence = 'DELETED';
  } else if (answer?.status === 404) {
    // Sent, unless an attempt of before whose answer was lost has cancelled it.
    if (!answer.isRepeated) send.presence = 'STANDS';
  } else if (answer) refuse(author, send, answer);
}

/** Before its time or after it: the reference makes one message of both. */
async function sendByHand(author: Author, send: Send): Promise<void> {
  const { chatId, referenceId, contents, scheduled } = send;
  if (scheduled) scheduled.isByHand = true;
  const body = { type: 'TEXT', content: contents[0], referenceId };
  const path = `/chats/${chatId}/messages`;
  const answer = await askPatiently(author, { method: 'POST', path, body });
  if (answer?.status === 201 || answer?.status === 200) {
    author.ledger.acknowledge(send, sendMessage.content.parse(answer.content));
  } else if (answer) refuse(author, send, answer);
}

/** Known by its reference, whatever else it says. */
async function repeat(author: Author, send: Send): Promise<void> {
  const answer = await ask(author, { ...send, contents: ['otra cosa'] }, instantIn(LATEST_MS));
  if (!answer) return;
  const isKnown = answer.status === 200;
  const { uuid } = isKnown ? scheduleMessage.content.parse(answer.content) : { uuid: '' };
  if (uuid !== send.scheduled?.uuid) refuse(author, send, answer);
}
