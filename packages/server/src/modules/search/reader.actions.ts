import type { Db } from '../../db/database.ts';
import type { Viewer } from '../../http/viewer.ts';
import { accessOwnChats, accessWatchableChats } from '../chat/access/searchable-chats.access.ts';
import {
  type FoundMessage,
  getOwnMessages,
  getWatchedMessages,
} from '../chat/messages/found-messages.actions.ts';
import { countSearchable } from './people.queries.ts';
import type { Scope } from './scope.ts';

export interface ChatFilter {
  chatUuid?: string | undefined;
  groupUuid?: string | undefined;
  places?: { groupIds: number[]; userIds: number[] } | undefined;
}

/** Whose messages a search may find. */
export interface Reader {
  viewer: Viewer;
  /** Where to look; what may be read is asked again of each message. */
  scope(filter: ChatFilter): Promise<Scope>;
  /** Of these messages those that may be read now. */
  messages(ids: number[]): Promise<Map<number, FoundMessage>>;
}

/** Finds in the chats of which the viewer is a member. */
export const asMember = (db: Db, viewer: Viewer): Reader => ({
  viewer,
  async scope(filter) {
    const [all, { ids, messages }] = await Promise.all([
      countSearchable(db),
      accessOwnChats(db, viewer, filter),
    ]);
    return { chatIds: ids, own: messages, all };
  },
  messages: (ids) => getOwnMessages(db, viewer, ids),
});

const isNarrow = (filter: ChatFilter) =>
  Object.values(filter).some((narrowed) => narrowed !== undefined);

/** Finds in all group and direct chats; for administrators. */
export const asWatcher = (db: Db, viewer: Viewer): Reader => ({
  viewer,
  async scope(filter) {
    const all = await countSearchable(db);
    // They may be a great many: unless some are chosen, all are searched.
    if (!isNarrow(filter)) return { chatIds: undefined, own: all, all };
    const { ids, messages } = await accessWatchableChats(db, viewer, filter);
    return { chatIds: ids, own: messages, all };
  },
  messages: (ids) => getWatchedMessages(db, viewer, ids),
});
