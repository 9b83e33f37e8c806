import type { Notice, NoticeAcceptance } from '@chat/contract/privacy-notice';
import * as routes from '@chat/contract/privacy-notice';
import type { ContentOf, QueryOf } from '@chat/contract/route';
import { pageFrom } from '../../db/page.ts';
import { Answer, answerList, csvDownload, type Download } from '../../http/answer.ts';
import type { Router } from '../../http/route.ts';
import type { Viewer } from '../../http/viewer.ts';
import { conflict, notFound } from '../../shared/errors.ts';
import { recordAct } from '../audit/audit.actions.ts';
import type { ChatContext } from '../chat/context.ts';
import { setNoticeVersion } from '../directory/accounts/users.actions.ts';
import {
  type AcceptanceRow,
  findAcceptances,
  findAcceptancesAfter,
  findNotice,
  findNoticeVersions,
  findPending,
  findPendingAfter,
  holdNotice,
  insertAcceptance,
  insertNotice,
  lockNotice,
  type NoticeRow,
  removePresentNotice,
  upsertPresentNotice,
} from './privacy-notice.queries.ts';

/** A text to begin with; the product never publishes the draft by itself. */
const draft = `Aviso de privacidad del chat interno

1. Responsable
[Nombre de la empresa], con domicilio en [dirección], es responsable del tratamiento de tus datos en este chat. Puedes escribir al delegado de protección de datos o al contacto de privacidad en [correo electrónico].

2. Qué datos se tratan
Tu nombre, tu correo electrónico y tus grupos; los mensajes y archivos que envías y recibes, con la hora a la que se entregan y se leen; tus sesiones, con el dispositivo y la dirección de red; y los ajustes que eliges.

3. Para qué y con qué base
Los datos se tratan para la comunicación de trabajo y para proteger los sistemas de la empresa. La base es la ejecución del contrato de trabajo y el interés legítimo de la empresa (artículos 6.1.b y 6.1.f del RGPD).

4. Supervisión
El chat es una herramienta de trabajo. La empresa puede supervisar las conversaciones de los grupos y las conversaciones directas cuando haya un motivo, de forma proporcionada y dentro de los límites legales (artículo 20.3 del Estatuto de los Trabajadores y artículo 87 de la LO 3/2018). Cada lectura queda anotada en un registro de auditoría. «Mi chat» no se supervisa.

5. Conservación
Los mensajes y archivos se conservan durante [plazo]. Después se eliminan. Los datos que exija un requerimiento se conservan hasta que termine.

6. Desconexión digital
Tienes derecho a la desconexión fuera de tu horario de trabajo (artículo 88 de la LO 3/2018). Fuera de ese horario el chat no te envía avisos, salvo que tú lo elijas.

7. Tus derechos
Puedes pedir el acceso a tus datos, su rectificación, su supresión, la limitación de su tratamiento, su portabilidad y oponerte a él, en [correo electrónico]. En «Mi cuenta» puedes descargar tus datos. También puedes presentar una reclamación ante la Agencia Española de Protección de Datos (www.aepd.es).`;

const noticeTexts = {
  draft,
  csvName: 'aviso-de-privacidad.csv',
  csvHeader: ['correo', 'versión', 'confirmado'],
  none: 'No hay ningún aviso de privacidad que confirmar',
  notPresent: 'El aviso de privacidad ha cambiado. Vuelve a leerlo.',
};

// Each may be long, so that a call without a page reads some of them.
const NEWEST_VERSIONS = { page: 1, size: 50 };

async function getNotice(ctx: ChatContext): Promise<Notice | null> {
  const notice = await findNotice(ctx.db);
  return notice ? presentNotice(notice) : null;
}

/** From the commit on everybody must confirm the text first, whatever they are doing (rules/privacy-notice 1). */
async function publishNotice(
  ctx: ChatContext,
  viewer: Viewer,
  text: string,
): Promise<Answer<Notice>> {
  const { notice, isNew } = await ctx.db.transaction(async (tx) => {
    const present = await lockNotice(tx);
    if (present?.text === text) return { notice: present, isNew: false };
    const notice = await insertNotice(tx, text, viewer.id);
    await upsertPresentNotice(tx, notice.version);
    await recordAct(tx, viewer, 'NOTICE_PUBLISHED', { detail: String(notice.version) });
    return { notice, isNew: true };
  });
  if (isNew) ctx.sessions.refresh('all');
  return new Answer(presentNotice(notice), { status: isNew ? 201 : 200 });
}

async function withdrawNotice(ctx: ChatContext, viewer: Viewer): Promise<null> {
  const wasInForce = await ctx.db.transaction(async (tx) => {
    const present = await lockNotice(tx);
    if (!present) return false;
    await removePresentNotice(tx);
    await recordAct(tx, viewer, 'NOTICE_WITHDRAWN', { detail: String(present.version) });
    return true;
  });
  if (wasInForce) ctx.sessions.refresh('all');
  return null;
}

async function listNoticeVersions(
  ctx: ChatContext,
  query: QueryOf<typeof routes.listNoticeVersions>,
): Promise<Answer<ContentOf<typeof routes.listNoticeVersions>>> {
  const found = await findNoticeVersions(ctx.db, pageFrom(query) ?? NEWEST_VERSIONS);
  const rows = found.rows.map((row) => ({ ...presentNotice(row), publishedBy: row.publishedBy }));
  const { content: versions, pagination } = answerList(rows, found.page);
  return new Answer({ draft: noticeTexts.draft, versions }, { pagination, rows: rows.length });
}

async function listNoticeAcceptances(
  ctx: ChatContext,
  { pending, ...query }: QueryOf<typeof routes.listNoticeAcceptances>,
): Promise<Answer<NoticeAcceptance[]>> {
  const find = pending === '1' ? findPending : findAcceptances;
  const { rows, page } = await find(ctx.db, pageFrom(query));
  return answerList(rows.map(presentAcceptance), page);
}

const CSV_ROWS_AT_ONCE = 1_000;

/** Exports as a CSV what `listNoticeAcceptances` lists. */
function exportNoticeAcceptances(
  { db }: ChatContext,
  { pending }: QueryOf<typeof routes.exportNoticeAcceptances>,
): Download {
  const find = pending === '1' ? findPendingAfter : findAcceptancesAfter;
  async function* parts(): AsyncGenerator<string[][]> {
    let rows = await find(db, undefined, CSV_ROWS_AT_ONCE);
    while (rows.length > 0) {
      yield rows.map(presentCells);
      rows = await find(db, rows.at(-1), CSV_ROWS_AT_ONCE);
    }
  }
  return csvDownload(noticeTexts.csvName, noticeTexts.csvHeader, parts());
}

const presentCells = ({ email, version, acceptedAt }: AcceptanceRow): string[] => [
  email,
  String(version),
  acceptedAt?.toISOString() ?? '',
];

/** Proves that the person was informed (RGPD 13); confirming again changes nothing. */
async function acceptNotice(ctx: ChatContext, viewer: Viewer, version: number) {
  const { acceptedAt, isNew } = await ctx.db.transaction(async (tx) => {
    const present = await holdNotice(tx);
    if (present === undefined) throw notFound(noticeTexts.none);
    if (present !== version) throw conflict(noticeTexts.notPresent);
    const acceptance = await insertAcceptance(tx, viewer.id, version);
    if (acceptance.isNew) {
      await setNoticeVersion(tx, viewer.id, version);
      await recordAct(tx, viewer, 'NOTICE_ACCEPTED', { detail: String(version) });
    }
    return acceptance;
  });
  if (isNew) ctx.sessions.refresh([viewer.id]);
  return { version, at: acceptedAt.toISOString() };
}

const presentNotice = ({ version, text, publishedAt }: NoticeRow): Notice => ({
  version,
  text,
  publishedAt: publishedAt.toISOString(),
});

const presentAcceptance = (row: AcceptanceRow): NoticeAcceptance => ({
  userId: row.userUuid,
  email: row.email,
  version: row.version,
  at: row.acceptedAt?.toISOString() ?? null,
});

export function registerNoticeRoutes(router: Router, ctx: ChatContext): void {
  router.serve(routes.getNotice, () => getNotice(ctx));
  router.serve(routes.publishNotice, ({ viewer, body }) => publishNotice(ctx, viewer, body.text));
  router.serve(routes.withdrawNotice, ({ viewer }) => withdrawNotice(ctx, viewer));
  router.serve(routes.listNoticeVersions, ({ query }) => listNoticeVersions(ctx, query));
  router.serve(routes.listNoticeAcceptances, ({ query }) => listNoticeAcceptances(ctx, query));
  router.serveFile(routes.exportNoticeAcceptances, ({ query }) =>
    exportNoticeAcceptances(ctx, query),
  );
  router.serve(routes.acceptNotice, ({ viewer, body }) => acceptNotice(ctx, viewer, body.version));
}
