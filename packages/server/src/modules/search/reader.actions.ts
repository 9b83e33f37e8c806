import type { Db } from '../../db/database.ts';
import type { Viewer } from '../../http/viewer.ts';
import { accessOwnChats, accessWatchableChats } from '../chat/access/searchable-chats.access.ts';
import {
  type FoundMessage,
  getOwnMessages,
  getWatchedMessages,
} from '../chat/messages/found-messages.actions.ts';
import { getExtent } from '../search-index/search-index.actions.ts';
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

const isNarrow = (filter: ChatFilter) =>
  Object.values(filter).some((narrowed) => narrowed !== undefined);

/** The same for the whole of a search: names are looked for in all chats, and then mostly the messages too. */
function readingAllOnce(read: Reader['scope']): Reader['scope'] {
  let all: Promise<Scope> | undefined;
  return (filter) => {
    if (isNarrow(filter)) return read(filter);
    all ??= read(filter);
    return all;
  };
}

/** Finds in the chats of which the viewer is a member. */
export const asMember = (db: Db, viewer: Viewer): Reader => ({
  viewer,
  scope: readingAllOnce(async (filter) => {
    const [index, { ids, messages }] = await Promise.all([
      getExtent(db),
      accessOwnChats(db, viewer, filter),
    ]);
    return { chatIds: ids, own: messages, ...index };
  }),
  messages: (ids) => getOwnMessages(db, viewer, ids),
});

/** Finds in all group and direct chats; for administrators. */
export const asWatcher = (db: Db, viewer: Viewer): Reader => ({
  viewer,
  scope: readingAllOnce(async (filter) => {
    const index = await getExtent(db);
    // They may be a great many: unless some are chosen, all are searched.
    if (!isNarrow(filter)) return { chatIds: undefined, own: Number.POSITIVE_INFINITY, ...index };
    const { ids, messages } = await accessWatchableChats(db, viewer, filter);
    return { chatIds: ids, own: messages, ...index };
  }),
  messages: (ids) => getWatchedMessages(db, viewer, ids),
});
