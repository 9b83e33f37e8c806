import type { AuditEvent } from '@chat/contract/audit';
import * as routes from '@chat/contract/audit';
import { erasedPerson } from '@chat/contract/checks';
import type { Page } from '@chat/contract/route';
import type { Context } from '../../context.ts';
import type { Db } from '../../db/database.ts';
import { pageFrom } from '../../db/page.ts';
import { type Answer, answerList, csvDownload, type Download } from '../../http/answer.ts';
import type { Router } from '../../http/route.ts';
import type { Viewer } from '../../http/viewer.ts';
import { instantOf, writtenInstant } from '../../shared/days.ts';
import { recordAct } from './audit.actions.ts';
import {
  type AuditFilter,
  type AuditRow,
  findAuditEvents,
  findAuditEventsBefore,
  findErasedEmails,
} from './read-audit.queries.ts';

/** The filter with its moments as instants: a date begins in the company's time zone. */
function readFilter({ config }: Context, { since, until, ...filter }: AuditFilter): AuditFilter {
  const written = (moment?: string) =>
    moment === undefined ? moment : writtenInstant(instantOf(moment, config.timeZone));
  return { ...filter, since: written(since), until: written(until) };
}

async function listAuditEvents(
  ctx: Context,
  query: Partial<Page> & AuditFilter,
): Promise<Answer<AuditEvent[]>> {
  const page = pageFrom(query) ?? { page: 1, size: 50 };
  const filter = readFilter(ctx, query);
  const { rows, page: found } = await findAuditEvents(ctx.db, filter, page);
  const emails = await findErasedEmails(ctx.db);
  const shown = rows.map((row) => presentAuditEvent(shownRow(row, emails)));
  return answerList(shown, found);
}

const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

const mask = (isErased: boolean | null | undefined, email: string | null) =>
  isErased && email !== null ? erasedPerson : email;

type Naming = Pick<
  AuditRow,
  | 'action'
  | 'targetEmail'
  | 'isTargetErased'
  | 'messageSenderEmail'
  | 'isSenderErased'
  | 'memberEmails'
  | 'areMembersErased'
  | 'detail'
>;

/** The e-mail, but no longer one that it begins or ends. */
const wholeOf = (email: string) =>
  new RegExp(
    `(?<![\\p{L}\\p{N}_%+-]|[\\p{L}\\p{N}]\\.)${escaped(email)}(?![\\p{L}\\p{N}_-]|\\.[\\p{L}\\p{N}])`,
    'giu',
  );

function maskDetail({ detail, action, isTargetErased }: Naming, emails: string[]): string | null {
  if (detail === null) return null;
  // The e-mail before it was changed.
  if (action === 'USER_UPDATED' && isTargetErased) return erasedPerson;
  const lowered = detail.toLowerCase();
  return emails
    .filter((email) => lowered.includes(email))
    .reduce((text, email) => text.replace(wholeOf(email), erasedPerson), detail);
}

/**
 * Whom the entry names, as it is shown: e-mails of people of whom nothing is left are not (rules/erasure 5). The entry
 * itself stays as it was written, so that the chain holds. `emails` are those that a detail may name.
 */
const withoutErased = <Row extends Naming>(row: Row, emails: string[]): Row => ({
  ...row,
  targetEmail: mask(row.isTargetErased, row.targetEmail),
  messageSenderEmail: mask(row.isSenderErased, row.messageSenderEmail),
  memberEmails: row.memberEmails.map((email, at) => mask(row.areMembersErased[at], email) ?? email),
  detail: maskDetail(row, emails),
});

/** Returns what takes the e-mails of people of whom nothing is left out of entries. */
export async function erasedHider(db: Db): Promise<<Row extends Naming>(row: Row) => Row> {
  const emails = await findErasedEmails(db);
  return (row) => withoutErased(row, emails);
}

const shownRow = (row: AuditRow, emails: string[]): AuditRow => ({
  ...withoutErased(row, emails),
  actorEmail: mask(row.isActorErased, row.actorEmail),
});

function presentAuditEvent(row: AuditRow): AuditEvent {
  const { happenedAt, actorDeletedAt, targetDeletedAt, previousHash, hash } = row;
  const { id, action, actorEmail, targetEmail, groupName, memberEmails } = row;
  const { messageSenderEmail, fromSeq, toSeq, detail, address } = row;
  return {
    id,
    happenedAt: happenedAt.toISOString(),
    action,
    actorId: row.actorUuid,
    actorEmail,
    actorDeletedAt: actorDeletedAt?.toISOString() ?? null,
    targetId: row.targetUuid,
    targetEmail,
    targetDeletedAt: targetDeletedAt?.toISOString() ?? null,
    groupId: row.groupUuid,
    groupName,
    chatId: row.chatUuid,
    memberEmails,
    messageId: row.messageUuid,
    messageSenderEmail,
    fromSeq,
    toSeq,
    detail,
    address,
    previousHash: previousHash?.toString('hex') ?? null,
    hash: hash?.toString('hex') ?? null,
  };
}

const texts = { fileName: 'auditoria.csv' };
const AT_ONCE = 1_000;

type Cell = string | number | null | undefined;

// One row for each column: its heading, and what it shows.
const columns: [heading: string, cell: (row: AuditRow) => Cell][] = [
  ['id', ({ id }) => id],
  ['fecha', ({ happenedAt }) => happenedAt.toISOString()],
  ['acción', ({ action }) => action],
  ['autor', ({ actorEmail }) => actorEmail],
  ['dirección', ({ address }) => address],
  ['afectado', ({ targetEmail }) => targetEmail],
  ['grupo', ({ groupName }) => groupName],
  ['conversación', ({ chatUuid }) => chatUuid],
  ['participantes', ({ memberEmails }) => memberEmails.join(' ')],
  ['mensaje', ({ messageUuid }) => messageUuid],
  ['remitente', ({ messageSenderEmail }) => messageSenderEmail],
  ['desde', ({ fromSeq }) => fromSeq],
  ['hasta', ({ toSeq }) => toSeq],
  ['detalle', ({ detail }) => detail],
  ['huella anterior', ({ previousHash }) => previousHash?.toString('hex')],
  ['huella', ({ hash }) => hash?.toString('hex')],
];

const presentRow = (row: AuditRow): string[] => columns.map(([, cell]) => String(cell(row) ?? ''));

/** Reads them part by part, so that memory holds one part however many there are. */
async function* readAll(db: Db, filter: AuditFilter): AsyncGenerator<string[][]> {
  const emails = await findErasedEmails(db);
  let before = Number.MAX_SAFE_INTEGER;
  for (;;) {
    const rows = await findAuditEventsBefore(db, filter, before, AT_ONCE);
    const last = rows.at(-1);
    if (!last) return;
    yield rows.map((row) => presentRow(shownRow(row, emails)));
    before = last.id;
  }
}

/** All that meet the filter as a CSV, newest first; the export is an entry, and stands in it (rules/audit 13). */
async function exportAuditEvents(
  ctx: Context,
  viewer: Viewer,
  query: AuditFilter,
): Promise<Download> {
  const filter = readFilter(ctx, query);
  const { db } = ctx;
  await recordAct(db, viewer, 'AUDIT_EXPORTED', {});
  const header = columns.map(([heading]) => heading);
  return csvDownload(texts.fileName, header, readAll(db, filter));
}

export function registerAuditRoutes(router: Router, ctx: Context): void {
  router.serve(routes.listAuditEvents, ({ query }) => listAuditEvents(ctx, query));
  router.serveFile(routes.exportAuditEvents, ({ viewer, query }) =>
    exportAuditEvents(ctx, viewer, query),
  );
}
