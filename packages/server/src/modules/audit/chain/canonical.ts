import { createHmac } from 'node:crypto';
import type { EntryRow, Link, Linked } from '../read-audit.queries.ts';

type Joint = Omit<Link, 'hash'>;

/** The first entry names this in the place of an earlier one. */
export const FIRST_PREVIOUS = Buffer.alloc(32);

const hexOf = (hash: Buffer | null) => hash?.toString('hex') ?? null;

// The order of these fields is part of the form.
const fieldsOf = (place: { [Field in keyof Joint]: Joint[Field] | null }, row: EntryRow) => ({
  number: place.number,
  previousHash: hexOf(place.previousHash),
  id: row.id,
  happenedAt: row.exactTime,
  action: row.action,
  actorId: row.actorUuid,
  actorEmail: row.actorEmail,
  targetId: row.targetUuid,
  targetEmail: row.targetEmail,
  groupId: row.groupUuid,
  groupName: row.groupName,
  chatId: row.chatUuid,
  memberEmails: row.memberEmails,
  messageId: row.messageUuid,
  messageSenderId: row.messageSenderUuid,
  messageSenderEmail: row.messageSenderEmail,
  fromSeq: row.fromSeq,
  toSeq: row.toSeq,
  detail: row.detail,
  address: row.address,
});

/** An entry as a line of JSON: the text of which the hash is made, and the hash. Both are null until it is chained. */
export const lineOf = (row: EntryRow & { [Field in keyof Link]: Link[Field] | null }): string =>
  JSON.stringify({ ...fieldsOf(row, row), hash: hexOf(row.hash) });

/** The hash of the line without it (docs/audit.md). Another form would make every chain that stands wrong. */
export const hashOf = (key: Buffer, place: Joint, row: EntryRow): Buffer =>
  createHmac('sha256', key)
    .update(JSON.stringify(fieldsOf(place, row)))
    .digest();

/** The rows as they follow on the chain's last link. */
export function chainOn(
  key: Buffer,
  last: Pick<Link, 'number' | 'hash'> | undefined,
  rows: EntryRow[],
): (Link & { eventId: number })[] {
  let number = last?.number ?? 0;
  let previousHash = last?.hash ?? FIRST_PREVIOUS;
  return rows.map((row) => {
    number += 1;
    const place = { number, previousHash };
    const hash = hashOf(key, place, row);
    previousHash = hash;
    return { ...place, hash, eventId: row.id };
  });
}

/** The keys of a chain: another one may hold from some number on. */
export interface ChainKeys {
  /** The key of entries that are chained from now on. */
  present: Buffer;
  /** Undefined for a part whose key was lost, which nobody can prove any more. */
  keyAt(number: number): Buffer | undefined;
  /** The first number behind all parts whose keys were lost. */
  provenFrom: number;
  /** The number from which the present key holds. */
  presentFrom: number;
}

export const hasEntry = (linked: Linked): linked is Linked & EntryRow => linked.id !== null;

/** Whether it is proven that the entry is the one that was chained there. */
export function isWhole(keys: ChainKeys, linked: Linked): boolean {
  if (!hasEntry(linked)) return false;
  const key = keys.keyAt(linked.number);
  return key !== undefined && linked.hash.equals(hashOf(key, linked, linked));
}
