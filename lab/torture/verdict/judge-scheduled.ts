import { listScheduled } from '@chat/contract/writing';
import type { Ledger, Send, Waiting } from '../world/ledger.ts';
import { pause } from '../world/patient-client.ts';
import type { Person } from '../world/people.ts';
import type { Findings } from './findings.ts';
import type { StoredMessage, StoredScheduled, Tables } from './tables.ts';

/** All are due within seconds, and sent within 30 s of it. */
const TIMEOUT_MS = 45_000;
const PAUSE_MS = 300;

/** Waits until nothing waits any more but what was dropped. */
export async function awaitScheduled(findings: Findings, people: Person[]): Promise<void> {
  const deadline = Date.now() + TIMEOUT_MS;
  for (const { client } of people) {
    let waiting = await countWaiting(client);
    while (waiting > 0 && Date.now() < deadline) {
      await pause(PAUSE_MS);
      waiting = await countWaiting(client);
    }
    if (waiting > 0) findings.add('scheduled', `${waiting} of ${client.email} wait too long`);
  }
}

const countWaiting = async (client: Person['client']) =>
  (await client.call(listScheduled, {})).content.filter(({ droppedAt }) => droppedAt === null)
    .length;

/** Each scheduled message was sent or dropped, not before its time and never both, unless its author cancelled it. */
export function judgeScheduled(findings: Findings, { sends }: Ledger, tables: Tables): void {
  const messages = new Map(tables.messages.map((message) => [message.referenceId, message]));
  const rows = new Map(tables.scheduled.map((row) => [row.uuid, row]));
  for (const send of sends.values()) {
    if (!send.scheduled) continue;
    const message = messages.get(send.referenceId);
    const wrong = differenceOf(send, message, rows.get(send.scheduled.uuid), tables.times);
    if (wrong) findings.add('scheduled', `${send.referenceId} ${wrong}`);
  }
}

function differenceOf(
  { scheduled, presence }: Send,
  message: StoredMessage | undefined,
  row: StoredScheduled | undefined,
  times: Tables['times'],
): string | undefined {
  if (!scheduled) return undefined;
  if (presence === 'DELETED') return message || row ? 'was cancelled, and is there' : undefined;
  if (row?.isDropped && !scheduled.mayBeDropped) return 'was dropped';
  if (message && row?.isDropped) return 'was sent and dropped';
  if (message) return wrongWith(message, scheduled, times, row !== undefined);
  return row?.isDropped || presence === 'PERHAPS' ? undefined : 'was not sent';
}

function wrongWith(
  message: StoredMessage,
  { uuid, sendAt, isByHand }: Waiting,
  times: Tables['times'],
  isWaiting: boolean,
): string | undefined {
  if (isByHand) return undefined;
  if (isWaiting) return 'was sent, and waits';
  if (message.uuid !== uuid) return `was sent as ${message.uuid}, not ${uuid}`;
  return (times.get(uuid) ?? 0) < sendAt ? 'was sent before its time' : undefined;
}
