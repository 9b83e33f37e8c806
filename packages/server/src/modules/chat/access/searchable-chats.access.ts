import type { Db } from '../../../db/database.ts';
import type { Viewer } from '../../../http/viewer.ts';
import { forbidden } from '../../../shared/errors.ts';
import {
  type ChatFilter,
  findOwnChats,
  findWatchableChats,
  type SearchableChats,
} from '../store/searchable-chats.queries.ts';

/** The chats of which the viewer is a member now. */
export const accessOwnChats = (
  db: Db,
  viewer: Viewer,
  filter: ChatFilter,
): Promise<SearchableChats> => findOwnChats(db, viewer.id, filter);

/** The group and direct chats; for administrators. */
export async function accessWatchableChats(
  db: Db,
  viewer: Viewer,
  filter: ChatFilter,
): Promise<SearchableChats> {
  if (!viewer.isAdmin) throw forbidden();
  return findWatchableChats(db, filter);
}
