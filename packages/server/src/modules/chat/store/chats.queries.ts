import { createHash } from 'node:crypto';
import type { ChatType } from '@chat/contract/messages';
import { type Db, empty, type Sql, sql } from '../../../db/database.ts';
import {
  type ChatViewer,
  hiddenUpTo,
  isSupervisedBy,
  joinedAfter,
  joinsWithoutHistory,
} from './supervisions.queries.ts';

const digest = (...parts: string[]) =>
  createHash('sha256').update(parts.join(':')).digest('base64url').slice(0, 27);

/** A chat's identity, known before the chat exists (rules/chats 7): its group; its group and two users; its owner. */
export const chatHash = {
  group: (groupUuid: string) => digest('group', groupUuid),
  direct: (groupUuid: string, oneUuid: string, otherUuid: string) =>
    digest('direct', groupUuid, ...[oneUuid, otherUuid].sort()),
  personal: (userUuid: string) => digest('personal', userUuid),
};

/** The facts of a chat that never change. */
export interface ChatIdentity {
  id: number;
  uuid: string;
  kind: ChatType;
  hash: string;
  groupUuid: string | null;
  lowUserUuid: string | null;
  highUserUuid: string | null;
}

/** Unknown chats are left out. */
export const findChatIdentities = (db: Db, chatUuids: string[]): Promise<ChatIdentity[]> =>
  // A range of an unknown number keeps the plan, as in `insert-messages.queries.ts`.
  db.many(sql`
    select c.id, c.uuid, c.kind, c.hash,
      (select uuid from groups where id = c.group_id) as group_uuid,
      (select uuid from users where id = c.low_user_id) as low_user_uuid,
      (select uuid from users where id = c.high_user_id) as high_user_uuid
    from unnest(${chatUuids}::uuid[]) with ordinality as asked (uuid, place) join chats c on c.uuid = asked.uuid
    where asked.place between 1 and ${chatUuids.length}`);

/** The facts of a chat that its messages are shown with, and that say who may read them. */
export interface ReadChatRow {
  id: number;
  uuid: string;
  kind: ChatType;
  hash: string;
  groupUuid: string | null;
  lastSeq: number;
  deliveredSeq: number;
  seenSeq: number;
  deletedCount: number;
  /** The reader takes part in it now. */
  isMember: boolean;
  /** For administrators who may not read everything: up to here messages were there before they joined the group. */
  joinedSeq?: number;
  /** For administrators who may not read everything: up to here messages are hidden from them now. */
  hiddenSeq?: number;
}

/** A chat as its reader finds it. */
export interface ChatRow extends ReadChatRow {
  groupId: number | null;
  groupName: string | null;
  lowUserUuid: string | null;
  highUserUuid: string | null;
  /** Nobody of a direct chat has left the group: it can be written to. */
  isActive: boolean;
}

const readColumns = (viewer: ChatViewer): Sql => sql`
  c.id, c.uuid, c.kind, c.hash, g.uuid as group_uuid, c.last_seq, c.delivered_seq, c.seen_seq, c.deleted_count,
  me.user_id is not null as is_member${joinsWithoutHistory(viewer) ? historyColumns(viewer) : empty}`;

const historyColumns = (viewer: ChatViewer): Sql => sql`,
  ${joinedAfter(viewer)} as joined_seq, ${hiddenUpTo(viewer)} as hidden_seq`;

const readTables = (viewerId: number): Sql => sql`
  chats c
  left join groups g on g.id = c.group_id
  left join chat_members me on me.chat_id = c.id and me.user_id = ${viewerId} and me.left_at is null`;

/** Chats of deleted groups are gone for everybody. */
const isThere = (chatUuid: string): Sql => sql`c.uuid = ${chatUuid} and g.deleted_at is null`;

export const findChat = (db: Db, chatUuid: string, viewer: ChatViewer) =>
  findChatWhere(db, viewer, isThere(chatUuid));

/** The chat, also of a deleted group where a hold keeps something of it, if only what a member wrote, former ones too. */
export const findKeptChat = (db: Db, chatUuid: string, viewer: ChatViewer) =>
  findChatWhere(
    db,
    viewer,
    sql`c.uuid = ${chatUuid} and (g.deleted_at is null or exists (
      select from holds h
      where h.chat_id = c.id or h.user_id in (select m.user_id from chat_members m where m.chat_id = c.id)
    ))`,
  );

function findChatWhere(db: Db, viewer: ChatViewer, condition: Sql): Promise<ChatRow | undefined> {
  return db.maybeOne(sql`
    select ${readColumns(viewer)}, c.group_id, g.name as group_name, low.uuid as low_user_uuid, high.uuid as high_user_uuid,
      c.kind <> 'DIRECT' or not exists (
        select from chat_members m where m.chat_id = c.id and m.left_at is not null
      ) as is_active
    from ${readTables(viewer.id)}
      left join users low on low.id = c.low_user_id
      left join users high on high.id = c.high_user_id
    where ${condition}`);
}

// Every write of a row gives it the number of its transaction as `xmin`: two states of one row never have the same. So
// what was read stands while its rows have the same numbers, whichever process, or hand, writes them
// (docs/decisions/0017-reused-answers-are-asked-after.md). The start of the database stands beside them: another one in
// its place may give the same numbers again.

/** A chat to read of, with the version of its row. */
export interface VersionedChatRow extends ReadChatRow {
  version: string;
}

/** Selects a `VersionedChatRow`: a statement that reads of a chat asks in the same round trip who may. */
export const chatToRead = (chatUuid: string, viewer: ChatViewer): Sql => sql`
  select ${readColumns(viewer)}, concat(c.xmin, ' ', extract(epoch from pg_postmaster_start_time())) as version
  from ${readTables(viewer.id)} where ${isThere(chatUuid)}`;

interface NewChat {
  uuid: string;
  kind: ChatType;
  hash: string;
  groupId: number | null;
  lowUserId: number | null;
  highUserId: number | null;
}

/** The chat with this hash, made when there is none; both callers of a race get the same one. */
export async function insertChat(db: Db, chat: NewChat): Promise<{ uuid: string; isNew: boolean }> {
  const inserted = await db.maybeOne<{ uuid: string }>(sql`
    with inserted as (
      insert into chats (uuid, kind, hash, group_id, low_user_id, high_user_id)
      values (${chat.uuid}, ${chat.kind}, ${chat.hash}, ${chat.groupId}, ${chat.lowUserId}, ${chat.highUserId})
      on conflict (hash) do nothing
      returning id, uuid, kind, group_id, low_user_id, high_user_id
    ), members as (
      insert into chat_members (chat_id, user_id)
      select id, user_id from inserted, unnest(array[low_user_id, high_user_id]) as user_id
      where user_id is not null
    ), started as (
      insert into direct_unread (user_id, group_id)
      select distinct user_id, group_id
      from inserted c, unnest(array[c.low_user_id, c.high_user_id]) as user_id
      where c.kind = 'DIRECT'
      order by user_id, group_id
      on conflict do nothing
    )
    select uuid from inserted`);
  if (inserted) return { uuid: inserted.uuid, isNew: true };
  const { uuid } = await db.one<{ uuid: string }>(
    sql`select uuid from chats where hash = ${chat.hash}`,
  );
  return { uuid, isNew: false };
}

export async function findChatByHash(db: Db, hash: string): Promise<string | undefined> {
  const chat = await db.maybeOne<{ uuid: string }>(
    sql`select uuid from chats where hash = ${hash}`,
  );
  return chat?.uuid;
}

interface ChatMember {
  id: number;
  uuid: string;
  email: string;
}

/** Present members by e-mail; the two of a direct chat stay its users for good. */
export function findMembers(
  db: Db,
  chatId: number,
  most: number | null = null,
): Promise<ChatMember[]> {
  return db.many(sql`
    select u.id, u.uuid, u.email
    from chat_members m
      join chats c on c.id = m.chat_id
      join users u on u.id = m.user_id
    where m.chat_id = ${chatId} and (m.left_at is null or c.kind = 'DIRECT')
    order by u.email limit ${most}`);
}

/** The group chats the user takes part in, each with the number after which they joined. */
export function findGroupChatsOf(
  db: Db,
  userId: number,
): Promise<{ id: number; uuid: string; joinedSeq: number }[]> {
  return db.many(sql`
    select c.id, c.uuid, m.joined_seq
    from group_participants gp
      join chats c on c.group_id = gp.group_id and c.kind = 'GROUP'
      join chat_members m on m.chat_id = c.id and m.user_id = gp.user_id and m.left_at is null
    where gp.user_id = ${userId}`);
}

export function findGroupChats(
  db: Db,
  groupIds: number[],
): Promise<{ id: number; uuid: string }[]> {
  return db.many(sql`
    select id, uuid from chats where group_id = any(${groupIds}::bigint[]) and kind = 'GROUP'`);
}

/** The filters of a search; each filter narrows it. */
export interface ChatFilter {
  chatUuid?: string | undefined;
  groupUuid?: string | undefined;
  /** In chats of one of the groups, or direct ones with one of the users. */
  places?: { groupIds: number[]; userIds: number[] } | undefined;
}

export interface SearchableChats {
  ids: number[];
  /** How many messages have been sent there. */
  messages: number;
}

const filtered = ({ chatUuid, groupUuid, places }: ChatFilter, isCounterpart: Sql): Sql => sql`
  (${chatUuid ?? null}::uuid is null or c.uuid = ${chatUuid ?? null}::uuid)
  and (${groupUuid ?? null}::uuid is null or c.group_id = (select id from groups where uuid = ${groupUuid ?? null}::uuid))
  and (${places === undefined}::boolean
    or c.group_id = any(${places?.groupIds ?? []}::bigint[]) or c.kind = 'DIRECT' and ${isCounterpart})`;

const isLive = sql`(c.group_id in (select g.id from groups g where g.deleted_at is not null)) is not true`;

const chosen = sql`
  select coalesce(json_agg(c.id), '[]') as ids, coalesce(sum(c.last_seq), 0)::bigint as messages`;

/** The chats of which the viewer is a member now. */
export function findOwnChats(
  db: Db,
  viewerId: number,
  filter: ChatFilter,
): Promise<SearchableChats> {
  const userIds = filter.places?.userIds ?? [];
  const counterpart = sql`c.low_user_id + c.high_user_id - ${viewerId}::bigint = any(${userIds}::bigint[])`;
  // By a list of ids, which is one walk over their index: to join thousands of chats one by one takes twice as long.
  return db.one(sql`
    ${chosen} from chats c
    where c.id = any(array(select chat_id from chat_members where user_id = ${viewerId} and left_at is null))
      and ${isLive} and ${filtered(filter, counterpart)}`);
}

/** The group and direct chats that the administrator may read now. */
export function findWatchableChats(
  db: Db,
  viewer: ChatViewer,
  filter: ChatFilter,
): Promise<SearchableChats> {
  const userIds = filter.places?.userIds ?? [];
  const counterpart = sql`array[c.low_user_id, c.high_user_id] && ${userIds}::bigint[]`;
  return db.one(sql`
    ${chosen} from chats c where ${isSupervisedBy(viewer)} and ${isLive} and ${filtered(filter, counterpart)}`);
}
