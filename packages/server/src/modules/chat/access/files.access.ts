import type { Db } from '../../../db/database.ts';
import type { Viewer } from '../../../http/viewer.ts';
import { notFound } from '../../../shared/errors.ts';
import { type FileRow, findFile } from '../store/files.queries.ts';
import { accessChat } from './chats.access.ts';

/** The file and its chat, for readers of its message as of now; otherwise 404. */
export async function accessFile(
  db: Db,
  viewer: Viewer,
  fileUuid: string,
): Promise<{ file: FileRow; chat: Awaited<ReturnType<typeof accessChat>> }> {
  const file = await findFile(db, fileUuid);
  if (!file) throw notFound();
  return { file, chat: await accessChat(db, viewer, file.chatUuid) };
}
