import { type Sql, sql } from '../../../db/database.ts';
import type { MessagePage } from './message-page.queries.ts';
import type { MessageRow } from './messages.queries.ts';

/** What the database said of a page when it was read. */
export interface PageState {
  /** The version of the chat's row, which every change of a message or of a least mark writes. */
  version: string;
  /** The numbers between which its messages lie; 0 without any. */
  from: number;
  to: number;
  /** The versions of their reactions. */
  reactions: string;
  /** The people who are named on it, each with the e-mail that is shown. */
  people: { uuids: string[]; emails: string[] };
}

/** What the database says of it now. */
export interface PageStateNow {
  reactions: string;
  isNamedSo: boolean;
}

/** Selects for `chat`, which the statement around it knows, whether a page that was read is still as it was. */
export const pageStateNow = ({ from, to, people }: PageState): Sql => sql`
  select (
    select coalesce(string_agg(concat(m.id, ' ', re.user_id, ' ', re.xmin), ',' order by m.id, re.user_id), '')
    from (
        select o.id from messages o where o.chat_id = chat.id and o.seq >= ${from} and o.seq <= ${to} offset 0
      ) m,
      lateral (select one.user_id, one.xmin from reactions one where one.message_id = m.id offset 0) re
  ) as reactions, not exists (
    select from unnest((select ${people.uuids}::uuid[]), (select ${people.emails}::text[])) as shown (uuid, email)
      left join lateral (select one.email from users one where one.uuid = shown.uuid limit 1) u on true
    where u.email is distinct from shown.email
  ) as "isNamedSo"`;

function peopleOn(rows: MessageRow[]): PageState['people'] {
  const emails = new Map<string, string>();
  const name = (uuid: string | null | undefined, email: string | null | undefined) => {
    if (uuid && email) emails.set(uuid, email);
  };
  for (const { senderUuid, senderEmail, reply, reactions, mentions } of rows) {
    name(senderUuid, senderEmail);
    name(reply?.senderUuid, reply?.senderEmail);
    for (const { userUuid, userEmail } of reactions ?? []) name(userUuid, userEmail);
    for (const { uuid, email } of mentions ?? []) name(uuid, email);
  }
  return { uuids: [...emails.keys()], emails: [...emails.values()] };
}

/** Of a page that has just been read. */
export function pageStateOf(
  chat: MessagePage & { version: string },
  rows: MessageRow[],
): PageState {
  const versions = (chat.reactions ?? [])
    .toSorted((a, b) => a.messageId - b.messageId || a.userId - b.userId)
    .map(({ messageId, userId, version }) => `${messageId} ${userId} ${version}`);
  return {
    version: chat.version,
    from: rows[0]?.seq ?? 0,
    to: rows.at(-1)?.seq ?? 0,
    reactions: versions.join(),
    people: peopleOn(rows),
  };
}
