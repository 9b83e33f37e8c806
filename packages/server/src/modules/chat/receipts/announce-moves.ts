import { required } from '@chat/contract/checks';
import type { Database } from '../../../db/database.ts';
import type { Realtime } from '../../../realtime/publish.ts';
import { userRoom } from '../../../realtime/rooms.ts';
import type { MarksMoved, MessageBatcher } from '../context.ts';
import { findPassedAuthors } from '../store/mark-advances.queries.ts';

interface Deps {
  db: Database;
  realtime: Realtime;
  messages: Pick<MessageBatcher, 'announced'>;
}

/** To the authors of the messages that members' marks have passed (rules/information 4). */
export async function announceMoves(deps: Deps, moves: MarksMoved[]): Promise<void> {
  if (moves.length === 0) return;
  const passed = await findPassedAuthors(deps.db, moves);
  await Promise.all(
    passed.map(({ range, authorUuids }) =>
      announce(deps, required(moves[range], 'range'), authorUuids),
    ),
  );
}

async function announce({ realtime, messages }: Deps, moved: MarksMoved, authorUuids: string[]) {
  const { chatUuid: chatId, userUuids, deliveredSeq, seenSeq } = moved;
  // A mark may have passed a message that is stored and not announced yet.
  await messages.announced(chatId);
  const at = moved.at.toISOString();
  const infoOf = (userId: string) => ({ chatId, userId, deliveredSeq, seenSeq, at });
  const publishTo = (authors: string[], movers: string[]) =>
    realtime.publishEach(authors.map(userRoom), 'message:info', movers.map(infoOf));
  const authors = new Set(authorUuids);
  // In a large group they are nearly all, and the same for each author.
  const readers = userUuids.filter((user) => !authors.has(user));
  publishTo(authorUuids, readers);
  for (const mover of userUuids.filter((user) => authors.has(user))) {
    const others = authorUuids.filter((author) => author !== mover);
    publishTo(others, [mover]);
  }
}
