import type { AuditAction } from '@chat/contract/audit';
import type { Db } from '../../db/database.ts';
import type { ExportDeps } from './context.ts';
import { exportTexts as texts } from './data-exports.texts.ts';
import {
  type ChoiceRow,
  findAuditEnds,
  findChoices,
  findDevicesOf,
  findGroups,
  findNamingEntries,
  findNoticesOf,
  findProfile,
  findScheduledOf,
  findSessionsOf,
  type GroupRow,
  type NamingEntryRow,
  type OwnDeviceRow,
  type OwnNoticeRow,
  type OwnScheduledRow,
  type OwnSessionRow,
  type Person,
  type PersonChatRow,
  type ProfileRow,
} from './person-data.queries.ts';
import { html, type Section } from './write-section.ts';

const SCHEDULED_AT_ONCE = 100;
const ENTRIES_AT_ONCE = 2_000;

/** A person whose data are written. */
export interface Source {
  db: Db;
  erasedHider: ExportDeps['erasedHider'];
  person: Person;
  /** The person asked. An administrator gets less. */
  isOwn: boolean;
  /** The asker may read what the person wrote in the chat. */
  mayRead(chat: Pick<PersonChatRow, 'id'>): boolean;
  /** A time in the company's time zone, in markup. */
  time(instant: Date | null): string;
}

/** Returns how an instant is written in the company's time zone, in markup. */
export function timesIn(timeZone: string): Source['time'] {
  const format = new Intl.DateTimeFormat('es-ES', {
    timeZone,
    dateStyle: 'short',
    timeStyle: 'medium',
  });
  return (instant) => (instant === null ? '' : html(format.format(instant)));
}

const yesOrNo = (is: boolean) => (is ? texts.yes : texts.no);

export const nameOf = ({
  kind,
  groupName,
  counterpartEmail,
}: Pick<PersonChatRow, 'kind' | 'groupName' | 'counterpartEmail'>): string =>
  texts.chatName(kind, groupName, counterpartEmail);

export const presentChat = ({ uuid, kind, groupName, counterpartEmail }: PersonChatRow) => ({
  uuid,
  chatType: kind,
  groupName,
  counterpartEmail,
});

/** All rows at once, for lists that are short for every person. */
async function* few<Row>(rows: Promise<Row[]>): AsyncGenerator<Row[]> {
  yield await rows;
}

const asItIs = <Row>(row: Row): Row => row;

export const profile = ({ db, person, time }: Source): Section<ProfileRow> => ({
  name: 'perfil',
  title: texts.profile,
  rows: few(findProfile(db, person.id)),
  present: asItIs,
  headings: texts.profileHeadings,
  show: (row) => [
    html(row.firstName),
    html(row.lastName),
    html(row.email),
    texts.role(row.role),
    time(row.createdAt),
    time(row.blockedAt),
    time(row.deletedAt),
    yesOrNo(row.hasSecondStep),
    row.companyAccounts.map(({ issuer, subject }) => html(`${issuer} ${subject}`)).join('<br>'),
  ],
});

export const groups = ({ db, person, time }: Source): Section<GroupRow> => ({
  name: 'grupos',
  title: texts.groups,
  rows: few(findGroups(db, person.id)),
  present: asItIs,
  headings: texts.groupHeadings,
  show: (row) => [
    html(row.name),
    html(row.office ?? ''),
    time(row.joinedAt),
    time(row.managesSince),
    time(row.deletedAt),
  ],
});

export const chats = (
  { time }: Source,
  rows: AsyncIterable<PersonChatRow[]>,
): Section<PersonChatRow> => ({
  name: 'conversaciones',
  title: texts.chats,
  rows,
  present: (row) => ({ ...presentChat(row), leftAt: row.leftAt }),
  headings: texts.chatHeadings,
  show: (row) => [html(nameOf(row)), time(row.leftAt)],
});

async function* scheduledOf({ db, person }: Source): AsyncGenerator<OwnScheduledRow[]> {
  for (let after = 0; ; ) {
    const rows = await findScheduledOf(db, person.id, after, SCHEDULED_AT_ONCE);
    yield rows.map(({ id, ...row }) => row);
    const last = rows.at(-1);
    if (!last) return;
    after = last.id;
  }
}

export const scheduled = (source: Source): Section<OwnScheduledRow> => ({
  name: 'mensajes-programados',
  title: texts.scheduled,
  rows: scheduledOf(source),
  present: asItIs,
  headings: texts.scheduledHeadings,
  show: (row) => [
    source.time(row.sendAt),
    html(row.content),
    source.time(row.createdAt),
    source.time(row.droppedAt),
    html(row.reason ? texts.dropReasons[row.reason] : ''),
  ],
});

export const sessions = ({ db, person, time }: Source): Section<OwnSessionRow> => ({
  name: 'sesiones',
  title: texts.sessions,
  rows: few(findSessionsOf(db, person.id)),
  present: asItIs,
  headings: texts.sessionHeadings,
  show: (row) => [
    html(row.device ?? ''),
    html(row.address ?? ''),
    time(row.createdAt),
    time(row.lastUsedAt),
  ],
});

export const devices = ({ db, person, time }: Source): Section<OwnDeviceRow> => ({
  name: 'dispositivos',
  title: texts.devices,
  rows: few(findDevicesOf(db, person.id)),
  present: asItIs,
  headings: texts.deviceHeadings,
  show: (row) => [
    html(row.name ?? ''),
    html(row.address ?? ''),
    time(row.createdAt),
    time(row.approvedAt),
  ],
});

type Choice = ChoiceRow | { choice: 'MUTE'; value: string; chat: PersonChatRow };

async function* choicesOf(
  { db, person }: Source,
  mutable: AsyncIterable<PersonChatRow[]>,
): AsyncGenerator<Choice[]> {
  yield findChoices(db, person.id);
  const now = new Date();
  for await (const found of mutable) {
    yield found
      .filter(({ notifyMode, notifyUntil: until }) => notifyMode !== 'all' && (until ?? now) >= now)
      .map((chat) => ({ choice: 'MUTE', value: chat.notifyMode, chat }));
  }
}

function showChoice(choice: Choice, time: Source['time']): string[] {
  if (choice.choice === 'MUTE') {
    const { chat, value } = choice;
    return [html(nameOf(chat)), texts.muted(value), time(chat.notifyUntil)];
  }
  const { value, since } = choice;
  if (choice.choice === 'PUSH') return [texts.pushes, html(value), time(since)];
  return [texts.outsideHours, yesOrNo(value === 'true'), ''];
}

export const choices = (
  source: Source,
  mutable: AsyncIterable<PersonChatRow[]>,
): Section<Choice> => ({
  name: 'preferencias',
  title: texts.choices,
  rows: choicesOf(source, mutable),
  present(choice) {
    if (choice.choice !== 'MUTE') return choice;
    const { value: mode, chat } = choice;
    return { choice: 'MUTE', mode, until: chat.notifyUntil, chat: presentChat(chat) };
  },
  headings: texts.choiceHeadings,
  show: (choice) => showChoice(choice, source.time),
});

export const notices = ({ db, person, time }: Source): Section<OwnNoticeRow> => ({
  name: 'avisos-de-privacidad',
  title: texts.notices,
  rows: few(findNoticesOf(db, person.id)),
  present: asItIs,
  headings: texts.noticeHeadings,
  show: (row) => [String(row.version), time(row.acceptedAt)],
});

/** The only ones by others whose detail is about the person, and neither a reason nor what others wrote. */
const HARMLESS: AuditAction[] = ['USER_CREATED', 'USER_UPDATED', 'SIGN_IN_FAILED'];

/** The detail of their own ones is the name of a file, which somebody else has sent. */
const OF_OTHERS: AuditAction[] = ['FILE_READ', 'THUMBNAIL_READ'];

const showsDetail = ({ isOwnAct, action }: NamingEntryRow): boolean =>
  isOwnAct ? !OF_OTHERS.includes(action) : HARMLESS.includes(action);

/** An entry by others names no one of them, and does not say where from or why. */
function presentEntry(row: NamingEntryRow, { email }: Person) {
  const { isOwnAct, hasActor, id, happenedAt, action, targetEmail, groupName, chatUuid } = row;
  const { memberEmails, messageUuid, messageSenderEmail, fromSeq, toSeq, detail, address } = row;
  const isFailure = action === 'SIGN_IN_FAILED' && !hasActor;
  const otherwise = isFailure ? null : texts.anAdministrator;
  return {
    id,
    happenedAt,
    action,
    actor: isOwnAct ? email : otherwise,
    targetEmail,
    groupName,
    chatUuid,
    memberEmails,
    messageUuid,
    messageSenderEmail,
    fromSeq,
    toSeq,
    detail: showsDetail(row) ? detail : null,
    address: isOwnAct ? address : null,
  };
}

type PresentedEntry = ReturnType<typeof presentEntry>;

async function* entriesOf({ db, erasedHider, person }: Source): AsyncGenerator<PresentedEntry[]> {
  const { first, last } = await findAuditEnds(db);
  const hideErased = await erasedHider(db);
  for (let from = first ?? 1; from <= (last ?? 0); from += ENTRIES_AT_ONCE) {
    const rows = await findNamingEntries(db, person.id, { from, to: from + ENTRIES_AT_ONCE - 1 });
    yield rows.map((row) => presentEntry(hideErased(row), person));
  }
}

export const audit = (source: Source): Section<PresentedEntry> => ({
  name: 'auditoria',
  title: texts.audit,
  rows: entriesOf(source),
  present: asItIs,
  headings: texts.auditHeadings,
  show: (entry) => [
    source.time(entry.happenedAt),
    html(texts.action(entry.action)),
    html(entry.actor ?? ''),
    html(entry.targetEmail ?? ''),
    html([entry.groupName, ...entry.memberEmails].filter((part) => part !== null).join(' · ')),
    html(entry.detail === null ? '' : texts.detail(entry.action, entry.detail)),
  ],
});
