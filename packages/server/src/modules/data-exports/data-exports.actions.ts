import type { ExportJob } from '@chat/contract/data-exports';
import * as routes from '@chat/contract/data-exports';
import type { QueryOf } from '@chat/contract/route';
import type { Db } from '../../db/database.ts';
import { pageFrom } from '../../db/page.ts';
import { Answer, answerPart, type Download } from '../../http/answer.ts';
import type { Router } from '../../http/route.ts';
import type { Viewer } from '../../http/viewer.ts';
import { conflict, forbidden, notFound, tooManyRequests } from '../../shared/errors.ts';
import { newUuid } from '../../shared/new-uuid.ts';
import { recordAct } from '../audit/audit.actions.ts';
import { accessSupervisable } from '../chat/access/chat.access.ts';
import { accessSupervision, assertSupervises } from '../chat/access/supervision.access.ts';
import { safeName } from './archive.ts';
import type { ExportContext } from './context.ts';
import {
  countWorking,
  type ExportRow,
  type ExportSubject,
  findExport,
  findExportsOf,
  findWorking,
  hideExportsOfChats,
  hideExportsOfPerson,
  insertExport,
  lockExports,
  reopenExportsOfPeople,
  updateFetched,
} from './data-exports.queries.ts';
import { exportTexts } from './data-exports.texts.ts';
import { removeExpired, storeKeyOf } from './exporter.ts';
import { findChatsWithReason, findPerson } from './person-data.queries.ts';

/** Exports of one person that may be made, or wait for it, at once. */
const MAX_WORKING = 20;
const RETRY_SECONDS = 60;

/** Returns what an export is about, or throws where the viewer may not have it made. */
type AccessSubject = (db: Db, viewer: Viewer, subjectUuid: string) => Promise<Asked>;

interface Asked {
  subject: ExportSubject;
  /** The chats whose messages the viewer may have now; null: all. */
  chatIds: number[] | null;
  record(tx: Db): Promise<void>;
}

const accessOwn: AccessSubject = async (_, viewer) => ({
  subject: { kind: 'OWN', askedBy: viewer.id, userId: viewer.id, chatId: null },
  chatIds: null,
  record: (tx) => recordAct(tx, viewer, 'DATA_EXPORTED', { targetUuid: viewer.uuid }),
});

/** Somebody's messages are in their ZIP only where the administrator may read them now. */
async function findReadableChats(db: Db, { id, supervision }: Viewer): Promise<number[] | null> {
  if (supervision === 'on') return null;
  return supervision === 'reason' ? findChatsWithReason(db, id) : [];
}

const accessPerson: AccessSubject = async (db, viewer, userUuid) => {
  const person = await findPerson(db, userUuid);
  if (!person) throw notFound();
  return {
    subject: { kind: 'PERSON', askedBy: viewer.id, userId: person.id, chatId: null },
    chatIds: await findReadableChats(db, viewer),
    record: (tx) => recordAct(tx, viewer, 'DATA_EXPORTED', { targetUuid: userUuid }),
  };
};

const accessConversation: AccessSubject = async (db, viewer, chatUuid) => {
  const chat = await accessSupervisable(db, viewer, chatUuid);
  // To hand over what others wrote is supervision for a member of the chat, too.
  await assertSupervises(db, viewer, chat);
  const { id: chatId, lastSeq } = chat;
  const read = lastSeq === 0 ? {} : { fromSeq: 1, toSeq: lastSeq };
  return {
    subject: { kind: 'CHAT', askedBy: viewer.id, userId: null, chatId },
    chatIds: null,
    record: (tx) => recordAct(tx, viewer, 'CHAT_EXPORTED', { chatId, ...read }),
  };
};

async function createExport(
  ctx: ExportContext,
  viewer: Viewer,
  access: AccessSubject,
  subjectUuid: string,
): Promise<Answer<ExportJob>> {
  const { subject, chatIds, record } = await access(ctx.db, viewer, subjectUuid);
  const { row, isNew } = await ctx.db.transaction(async (tx) => {
    const working = await findWorking(tx, subject);
    if (working) return { row: working, isNew: false };
    if ((await countWorking(tx, viewer.id)) >= MAX_WORKING) {
      throw tooManyRequests(RETRY_SECONDS, exportTexts.tooMany);
    }
    const inserted = await insertExport(tx, newUuid(), subject, chatIds);
    // Somebody at another process was quicker.
    const row = inserted ?? (await findWorking(tx, subject));
    if (!row) throw tooManyRequests(1);
    if (inserted) await record(tx);
    return { row, isNew: inserted !== undefined };
  });
  if (isNew) ctx.exporter.wake();
  return new Answer(presentJob(row), { status: isNew ? 201 : 200 });
}

async function listExports(
  { db }: ExportContext,
  viewer: Viewer,
  access: AccessSubject,
  subjectUuid: string,
  query: QueryOf<typeof routes.listOwnExports>,
): Promise<Answer<ExportJob[]>> {
  const { subject } = await access(db, viewer, subjectUuid);
  const rows = await findExportsOf(db, subject);
  return answerPart(rows.map(presentJob), pageFrom(query));
}

/** For who asked for it, under the address of what it is about; 404 for everybody else. */
async function accessExport(
  { db }: ExportContext,
  viewer: Viewer,
  exportUuid: string,
  isAbout: (row: ExportRow) => boolean = () => true,
): Promise<ExportRow> {
  const row = await findExport(db, viewer.id, exportUuid);
  if (!row || !isAbout(row)) throw notFound();
  assertMayHave(viewer, row);
  return row;
}

/** Words of others are for supervisors alone, whether a reason is still in force or not (rules/data-exports 13). */
function assertMayHave(viewer: Viewer, { kind, chatIds }: ExportRow): void {
  if (kind === 'OWN') return;
  if (!viewer.isAdmin) throw forbidden();
  if (kind === 'CHAT' || chatIds === null || chatIds.length > 0) accessSupervision(viewer);
}

const presentJob = ({ uuid, status, createdAt, expiresAt, size }: ExportRow): ExportJob => ({
  uuid,
  status,
  createdAt: createdAt.toISOString(),
  expiresAt: expiresAt?.toISOString() ?? null,
  size,
  fileUrl: status === 'READY' ? `/api/files/exports/${uuid}` : null,
});

function fileNameOf({ kind, userEmail, groupName }: ExportRow): string {
  if (kind === 'OWN') return exportTexts.ownFileName;
  if (kind === 'CHAT') return safeName(exportTexts.chatFileName(groupName ?? ''));
  return safeName(exportTexts.personFileName(userEmail ?? ''));
}

async function download(ctx: ExportContext, viewer: Viewer, row: ExportRow): Promise<Download> {
  const { fileUuid, size, userUuid, chatId } = row;
  if (row.status !== 'READY' || fileUuid === null || size === null) {
    throw conflict(exportTexts.notReady);
  }
  const concerned = {
    ...(userUuid === null ? {} : { targetUuid: userUuid }),
    ...(chatId === null ? {} : { chatId }),
  };
  const record = () =>
    ctx.db.transaction(async (tx) => {
      if (await updateFetched(tx, row.id)) {
        await recordAct(tx, viewer, 'EXPORT_FETCHED', concerned);
      }
    });
  return {
    fileName: fileNameOf(row),
    mediaType: 'application/zip',
    isInline: false,
    etag: `"${fileUuid}"`,
    size,
    // A call that only asks for the headers fetches nothing.
    async open(range) {
      await record();
      return ctx.storage.read(storeKeyOf(fileUuid), range);
    },
  };
}

function registerOwn(router: Router, ctx: ExportContext): void {
  const about = ({ kind }: ExportRow) => kind === 'OWN';
  router.serve(routes.createOwnExport, ({ viewer }) =>
    createExport(ctx, viewer, accessOwn, viewer.uuid),
  );
  router.serve(routes.listOwnExports, ({ viewer, query }) =>
    listExports(ctx, viewer, accessOwn, viewer.uuid, query),
  );
  router.serve(routes.getOwnExport, async ({ viewer, params }) =>
    presentJob(await accessExport(ctx, viewer, params.exportId, about)),
  );
  router.serveFile(routes.downloadOwnExport, async ({ viewer, params }) =>
    download(ctx, viewer, await accessExport(ctx, viewer, params.exportId, about)),
  );
  router.serveFile(routes.downloadExport, async ({ viewer, params }) =>
    download(ctx, viewer, await accessExport(ctx, viewer, params.exportId)),
  );
}

function registerOfPeople(router: Router, ctx: ExportContext): void {
  const about =
    ({ userId }: { userId: string }) =>
    (row: ExportRow) =>
      row.kind === 'PERSON' && row.userUuid === userId;
  router.serve(routes.createUserExport, ({ viewer, params }) =>
    createExport(ctx, viewer, accessPerson, params.userId),
  );
  router.serve(routes.listUserExports, ({ viewer, params, query }) =>
    listExports(ctx, viewer, accessPerson, params.userId, query),
  );
  router.serve(routes.getUserExport, async ({ viewer, params }) =>
    presentJob(await accessExport(ctx, viewer, params.exportId, about(params))),
  );
  router.serveFile(routes.downloadUserExport, async ({ viewer, params }) =>
    download(ctx, viewer, await accessExport(ctx, viewer, params.exportId, about(params))),
  );
}

function registerOfChats(router: Router, ctx: ExportContext): void {
  const about =
    ({ chatId }: { chatId: string }) =>
    (row: ExportRow) =>
      row.kind === 'CHAT' && row.chatUuid === chatId;
  router.serve(routes.createChatExport, ({ viewer, params }) =>
    createExport(ctx, viewer, accessConversation, params.chatId),
  );
  router.serve(routes.listChatExports, ({ viewer, params, query }) =>
    listExports(ctx, viewer, accessConversation, params.chatId, query),
  );
  router.serve(routes.getChatExport, async ({ viewer, params }) =>
    presentJob(await accessExport(ctx, viewer, params.exportId, about(params))),
  );
  router.serveFile(routes.downloadChatExport, async ({ viewer, params }) =>
    download(ctx, viewer, await accessExport(ctx, viewer, params.exportId, about(params))),
  );
}

export function registerExportRoutes(router: Router, ctx: ExportContext): void {
  registerOwn(router, ctx);
  registerOfPeople(router, ctx);
  registerOfChats(router, ctx);
}

/** The files of ZIPs that an erasure had made anew; to be removed once it is committed. */
export type StaleZips = readonly string[];

/**
 * Call in the transaction that erases the person, and `removeForgotten` afterwards. ZIPs of other people may name the
 * person, in a mention or an entry of the audit: they are made anew (rules/erasure 1).
 */
export async function forgetExportsOfPerson(tx: Db, userId: number): Promise<StaleZips> {
  await lockExports(tx);
  await hideExportsOfPerson(tx, userId);
  return reopenExportsOfPeople(tx);
}

/** Forgets the exports of a group's chats, as `forgetExportsOfPerson` those of a person; call it in the same way. */
export async function forgetExportsOfChats(tx: Db, chatIds: number[]): Promise<StaleZips> {
  await lockExports(tx);
  await hideExportsOfChats(tx, chatIds);
  return reopenExportsOfPeople(tx);
}

export async function removeForgotten(
  ctx: ExportContext,
  stale: StaleZips,
  signal: AbortSignal,
): Promise<void> {
  if (stale.length > 0) await ctx.storage.remove(stale.map(storeKeyOf));
  await removeExpired(ctx, signal);
  ctx.exporter.wake();
}
