import type { Db } from '../../../db/database.ts';
import { isDeadlock, isUniqueViolation } from '../../../db/faults.ts';
import { isTransient } from '../../../db/outage.ts';
import { insertMessages, type SentRow } from './insert-messages.queries.ts';
import type { NewMessage } from './send-forms.queries.ts';

/** What came of one send: its row, none when it found nowhere to go, or why it could not be tried. */
export type Outcome = { sent: SentRow | undefined } | { error: unknown };

/**
 * Stores messages by one statement, and tells for each what came of it, in their order. When the database refuses the statement, each is
 * stored alone, so that one that cannot be stored harms no other; what was stored after all is not stored twice, by its `uuid`.
 */
export async function storeSends(db: Db, messages: NewMessage[]): Promise<Outcome[]> {
  try {
    const sent = new Map((await insertMessages(db, messages)).map((row) => [row.at, row]));
    return messages.map((_, at) => ({ sent: sent.get(at) }));
  } catch (error) {
    return isGeneral(error) ? messages.map(() => ({ error })) : storeEach(db, messages);
  }
}

/** The database is away or has no time for any of them. */
const isGeneral = (error: unknown) => isTransient(error) && !isDeadlock(error);

async function storeEach(db: Db, messages: NewMessage[]): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  let away: { error: unknown } | undefined;
  for (const message of messages) {
    const outcome = away ?? (await storeAlone(db, message));
    if ('error' in outcome && isGeneral(outcome.error)) away = outcome;
    outcomes.push(outcome);
  }
  return outcomes;
}

async function storeAlone(db: Db, message: NewMessage): Promise<Outcome> {
  const insert = async () => ({ sent: (await insertMessages(db, [message]))[0] });
  try {
    return await insert().catch((error: unknown) => {
      // Another process has stored the same reference at the same moment: now it is known.
      if (isUniqueViolation(error, 'messages_reference_key')) return insert();
      throw error;
    });
  } catch (error) {
    return { error };
  }
}
