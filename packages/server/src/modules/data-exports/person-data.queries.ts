import type { AuditAction } from '@chat/contract/audit';
import type { ChatType, MessageType } from '@chat/contract/messages';
import type { DropReason } from '@chat/contract/writing';
import { type Db, type Sql, sql } from '../../db/database.ts';

export interface Person {
  id: number;
  uuid: string;
  email: string;
}

/** Finds deleted people, too, and no erased ones. */
export const findPerson = (db: Db, uuid: string): Promise<Person | undefined> =>
  db.maybeOne(sql`select id, uuid, email from users where uuid = ${uuid} and erased_at is null`);

/** The chats that the administrator may read now for a reason they gave. */
export async function findChatsWithReason(db: Db, userId: number): Promise<number[]> {
  const rows = await db.many<{ chatId: number }>(sql`
    select chat_id from supervisions where user_id = ${userId} and expires_at > now()`);
  return rows.map(({ chatId }) => chatId);
}

export const findPersonById = (db: Db, id: number): Promise<Person> =>
  db.one(sql`select id, uuid, email from users where id = ${id}`);

export interface ProfileRow {
  uuid: string;
  email: string;
  firstName: string;
  lastName: string;
  role: 'ADMIN' | 'USER';
  createdAt: Date;
  blockedAt: Date | null;
  deletedAt: Date | null;
  hasPassword: boolean;
  hasSecondStep: boolean;
  /** Accounts of the company's own sign-in that are theirs. */
  companyAccounts: { issuer: string; subject: string; boundAt: string }[];
}

export const findProfile = (db: Db, id: number): Promise<ProfileRow[]> =>
  db.many(sql`
    select u.uuid, u.email, u.first_name, u.last_name, case when u.is_admin then 'ADMIN' else 'USER' end as role,
      u.created_at, u.blocked_at, u.deleted_at, u.password_hash is not null as has_password, u.has_second_step,
      (select coalesce(json_agg(json_build_object('issuer', a.issuer, 'subject', a.subject, 'boundAt', a.bound_at)
          order by a.bound_at), '[]')
        from company_accounts a where a.user_id = u.id) as company_accounts
    from users u where u.id = ${id}`);

export interface GroupRow {
  uuid: string;
  name: string;
  office: string | null;
  joinedAt: Date | null;
  /** Since when they manage it; null where they do not. */
  managesSince: Date | null;
  deletedAt: Date | null;
}

/** The groups in which they take part, or that they manage. */
export const findGroups = (db: Db, id: number): Promise<GroupRow[]> =>
  db.many(sql`
    select g.uuid, g.name, o.name as office, p.joined_at, m.granted_at as manages_since, g.deleted_at
    from (select group_id, joined_at from group_participants where user_id = ${id}) p
      full join (select group_id, granted_at from group_permissions where user_id = ${id}) m using (group_id)
      join groups g on g.id = group_id
      left join offices o on o.id = g.office_id
    order by g.id`);

export interface PersonChatRow {
  id: number;
  uuid: string;
  kind: ChatType;
  groupName: string | null;
  /** The other one of a direct chat. */
  counterpartEmail: string | null;
  leftAt: Date | null;
  lastSeq: number;
  notifyMode: string;
  notifyUntil: Date | null;
}

/** The chats that they are or were in, after `afterId`. */
export const findChatsOf = (
  db: Db,
  userId: number,
  afterId: number,
  limit: number,
): Promise<PersonChatRow[]> =>
  db.many(sql`
    select c.id, c.uuid, c.kind, g.name as group_name,
      case when c.kind = 'DIRECT' then other.email end as counterpart_email,
      m.left_at, c.last_seq, m.notify_mode, m.notify_until
    from chat_members m
      join chats c on c.id = m.chat_id
      left join groups g on g.id = c.group_id
      left join users other on other.id = case when c.low_user_id = ${userId} then c.high_user_id else c.low_user_id end
    where m.user_id = ${userId} and m.chat_id > ${afterId}
    order by m.chat_id limit ${limit}`);

export interface FileOfMessage {
  uuid: string;
  name: string;
  size: number;
  mimeType: string;
  /** Null where it is no recording, or its length is unknown. */
  durationMs: number | null;
}

export interface OwnMessageRow {
  seq: number;
  uuid: string;
  type: MessageType;
  content: string;
  createdAt: Date;
  editedAt: Date | null;
  forwarded: boolean;
  isReply: boolean;
  file: FileOfMessage | null;
}

/** Numbers of a chat: after `after`, up to `upTo`. */
export interface SeqRange {
  after: number;
  upTo: number;
}

/** Both ends are said, so that the index gives them whatever the planner believes (decision 12). */
export const findOwnMessages = (
  db: Db,
  chatId: number,
  senderId: number,
  { after, upTo }: SeqRange,
): Promise<OwnMessageRow[]> =>
  db.many(sql`
    select m.seq, m.uuid, m.type, m.content, m.created_at, m.edited_at, m.forwarded, m.reply_to_id is not null as is_reply,
      case when m.type <> 'TEXT' then (
        select json_build_object('uuid', f.uuid, 'name', f.name, 'size', f.size, 'mimeType', f.media_type,
          'durationMs', f.duration_ms)
        from files f where f.message_id = m.id
      ) end as file
    from messages m
    where m.chat_id = ${chatId} and m.seq > ${after} and m.seq <= ${upTo}
      and m.sender_id = ${senderId} and m.deleted_at is null
    order by m.seq`);

export interface OwnReactionRow {
  messageUuid: string;
  emoji: string;
  reactedAt: Date;
}

export const findOwnReactions = (
  db: Db,
  chatId: number,
  userId: number,
  { after, upTo }: SeqRange,
): Promise<OwnReactionRow[]> =>
  db.many(sql`
    select m.uuid as message_uuid, r.emoji, r.reacted_at
    from messages m join reactions r on r.message_id = m.id and r.user_id = ${userId}
    where m.chat_id = ${chatId} and m.seq > ${after} and m.seq <= ${upTo} and m.deleted_at is null
    order by m.seq`);

export interface OwnScheduledRow {
  uuid: string;
  chatUuid: string;
  content: string;
  sendAt: Date;
  createdAt: Date;
  droppedAt: Date | null;
  reason: DropReason | null;
}

export const findScheduledOf = (
  db: Db,
  userId: number,
  afterId: number,
  limit: number,
): Promise<(OwnScheduledRow & { id: number })[]> =>
  db.many(sql`
    select s.id, s.uuid, c.uuid as chat_uuid, s.content, s.send_at, s.created_at, s.dropped_at,
      case when s.dropped_at is not null then case when s.is_late then 'LATE' else 'NOT_ALLOWED' end end as reason
    from scheduled_messages s join chats c on c.id = s.chat_id
    where s.sender_id = ${userId} and s.id > ${afterId}
    order by s.id limit ${limit}`);

export interface OwnSessionRow {
  uuid: string;
  device: string | null;
  address: string | null;
  method: string;
  createdAt: Date;
  lastUsedAt: Date;
}

export const findSessionsOf = (db: Db, userId: number): Promise<OwnSessionRow[]> =>
  db.many(sql`
    select uuid, device_name as device, address, method, created_at, last_used_at
    from sessions where user_id = ${userId} order by id`);

export interface OwnDeviceRow {
  uuid: string;
  name: string | null;
  address: string | null;
  createdAt: Date;
  approvedAt: Date | null;
}

export const findDevicesOf = (db: Db, userId: number): Promise<OwnDeviceRow[]> =>
  db.many(sql`
    select uuid, name, address, created_at, approved_at
    from devices where user_id = ${userId} order by id`);

export interface ChoiceRow {
  choice: 'OUTSIDE_HOURS' | 'PUSH';
  /** The host of a service of pushes. */
  value: string;
  since: Date | null;
}

export const findChoices = (db: Db, userId: number): Promise<ChoiceRow[]> =>
  db.many(sql`
    select 'OUTSIDE_HOURS' as choice, exists (select from notified_outside_hours where user_id = ${userId})::text as value,
      null::timestamptz as since
    union all
    select 'PUSH', host, created_at from push_subscriptions where user_id = ${userId}`);

export interface OwnNoticeRow {
  version: number;
  acceptedAt: Date;
}

export const findNoticesOf = (db: Db, userId: number): Promise<OwnNoticeRow[]> =>
  db.many(sql`
    select version, accepted_at from notice_acceptances where user_id = ${userId} order by version`);

export interface NamingEntryRow {
  id: number;
  happenedAt: Date;
  action: AuditAction;
  isOwnAct: boolean;
  hasActor: boolean;
  targetEmail: string | null;
  groupName: string | null;
  chatUuid: string | null;
  memberEmails: string[];
  messageUuid: string | null;
  messageSenderEmail: string | null;
  fromSeq: number | null;
  toSeq: number | null;
  detail: string | null;
  address: string | null;
  /** Nothing is left of the target, the message's sender, and each of the two of a direct chat. */
  isTargetErased: boolean;
  isSenderErased: boolean;
  areMembersErased: boolean[];
}

/** Both are null where the audit is empty. */
export const findAuditEnds = (db: Db): Promise<{ first: number | null; last: number | null }> =>
  db.one(sql`select min(id) as first, max(id) as last from audit_events`);

const isAbout = (userId: number): Sql => sql`
  (e.actor_id = ${userId} or e.target_id = ${userId} or e.message_sender_id = ${userId}
    or ${userId} in (c.low_user_id, c.high_user_id))`;

/** The entries with these ids that name the person: what they did, and what was done to them, a direct chat of theirs included. */
export const findNamingEntries = (
  db: Db,
  userId: number,
  ids: { from: number; to: number },
): Promise<NamingEntryRow[]> =>
  db.many(sql`
    select e.id, e.happened_at, e.action, coalesce(e.actor_id = ${userId}, false) as is_own_act,
      e.actor_id is not null as has_actor, e.target_email, e.group_name, c.uuid as chat_uuid, e.member_emails,
      e.message_uuid, e.message_sender_email, e.from_seq, e.to_seq, e.detail, e.address,
      target.erased_at is not null as is_target_erased, sender.erased_at is not null as is_sender_erased,
      case when cardinality(e.member_emails) = 0 then '{}' else array(
        select u.erased_at is not null
        from unnest(array[c.low_user_id, c.high_user_id]) with ordinality as member (id, place)
          join users u on u.id = member.id order by member.place
      ) end as are_members_erased
    from audit_events e
      left join chats c on c.id = e.chat_id
      left join users target on target.id = e.target_id
      left join users sender on sender.id = e.message_sender_id
    where e.id between ${ids.from} and ${ids.to} and ${isAbout(userId)}
      and e.action not in ('HOLD_SET', 'HOLD_ENDED')
    order by e.id`);
