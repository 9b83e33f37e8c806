import type { Db } from '../../db/database.ts';
import { notFound } from '../../http/errors.ts';
import type { Viewer } from '../../http/viewer.ts';
import { accessChat } from '../chats/chats.access.ts';
import { type FileRow, findFile } from './files.queries.ts';

/** The file, and its chat, for who may read its message now; else 404. */
export async function accessFile(
  db: Db,
  viewer: Viewer,
  fileUuid: string,
): Promise<{ file: FileRow; chat: Awaited<ReturnType<typeof accessChat>> }> {
  const file = await findFile(db, fileUuid);
  if (!file) throw notFound();
  return { file, chat: await accessChat(db, viewer, file.chatUuid) };
}
