import type { Db } from '../../../db/database.ts';
import type { Viewer } from '../../../http/viewer.ts';
import { forbidden, notFound } from '../../../shared/errors.ts';
import { findSupervision, joinsWithoutHistory } from '../store/supervisions.queries.ts';

const texts = {
  off: 'La supervisión de conversaciones está desactivada',
  reasonNeeded: 'Indica un motivo para abrir esta conversación',
};

/*
 * The only place that says what an administrator may read of chats they take no part in (rules/supervision 1), with
 * `isSupervisedBy`, which says the same in SQL. The functions of `chat.access.ts` ask here, so that whatever reads by
 * them is closed by itself.
 */

/** How the administrator may read there; throws where they may read nothing. */
export const accessSupervision = ({ supervision }: Viewer): 'on' | 'reason' =>
  supervision === 'off' ? refuseSupervision() : supervision;

export function refuseSupervision(): never {
  throw forbidden(texts.off);
}

/**
 * For who joined a group without its history what was said before is not there: up to `hiddenSeq`, which the chat's row
 * has of them alone (rules/supervision 14).
 */
export function assertSaidSince(hiddenSeq: number | undefined, { seq }: { seq: number }): void {
  if (hiddenSeq !== undefined && seq <= hiddenSeq) throw notFound();
}

/** Whether they also hear live what is said anew of messages from before they joined: reasons do not count there. */
export const receivesHistory = (viewer: Viewer): boolean => !joinsWithoutHistory(viewer);

/** Throws unless the administrator may read now what others say in the chat. */
export async function assertSupervises(
  db: Db,
  viewer: Viewer,
  chat: { id: number },
): Promise<void> {
  if (accessSupervision(viewer) === 'on') return;
  if (!(await findSupervision(db, chat.id, viewer.id))) throw forbidden(texts.reasonNeeded);
}
