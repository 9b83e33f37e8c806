import type { AuditEvent } from '@chat/contract/audit/audit.schema';
import type { Page } from '@chat/contract/shared/page';
import type { Context } from '../../context.ts';
import type { Db } from '../../db/database.ts';
import { pageFrom } from '../../db/page.ts';
import { type Answer, answerList } from '../../http/answer.ts';
import type { Viewer } from '../../http/viewer.ts';
import { presentAuditEvent } from './audit.present.ts';
import { findAuditEvents, insertDeletion, insertReading } from './audit.queries.ts';

interface ReadChat {
  id: number;
  isMember: boolean;
}

/** Notes that an administrator reads a conversation he takes no part in; a member's own reading is nobody's business. */
export async function recordReading(db: Db, viewer: Viewer, chat: ReadChat): Promise<void> {
  if (!chat.isMember) await insertReading(db, viewer.id, chat.id);
}

/** In the very transaction of the deletion: neither is without the other. */
export async function recordDeletion(
  tx: Db,
  viewer: Viewer,
  message: { chatId: number; uuid: string; senderId: number },
): Promise<void> {
  const { chatId, uuid, senderId } = message;
  await insertDeletion(tx, { actorId: viewer.id, chatId, messageUuid: uuid, senderId });
}

export async function listAuditEvents(
  ctx: Context,
  query: Partial<Page>,
): Promise<Answer<AuditEvent[]>> {
  const { rows, page } = await findAuditEvents(ctx.db, pageFrom(query) ?? { page: 1, size: 50 });
  return answerList(rows.map(presentAuditEvent), page);
}
