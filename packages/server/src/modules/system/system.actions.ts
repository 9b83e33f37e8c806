import { setTimeout as pause } from 'node:timers/promises';
import type { Notice, PublicConfig } from '@chat/contract/system';
import * as routes from '@chat/contract/system';
import { type Db, sql } from '../../db/database.ts';
import { lineOfFailure } from '../../db/faults.ts';
import { pageFrom } from '../../db/page.ts';
import { answerPart } from '../../http/answer.ts';
import type { Router } from '../../http/route.ts';
import { unavailable } from '../../shared/errors.ts';
import { version } from '../../shared/version.ts';
import { findBehind } from '../audit/file/append-entries.actions.ts';
import type { ChatContext } from '../chat/context.ts';
import { MAX_COUNTED } from '../chat/retention/count-aged.actions.ts';
import { getRetentionBlock } from '../chat/retention/retention.actions.ts';

const systemTexts = {
  diskFull: 'El disco de los datos (DATA_DIR) está lleno',
  tooManyOpenFiles: 'El servidor tiene demasiados archivos abiertos',
  databaseDown: 'La base de datos no responde',
  databaseFull: 'El disco de la base de datos está lleno',
  redisDown: 'Redis no responde',
  storageDown: (name: string) => `El almacén de archivos (${name}) no responde`,
};

function getConfig({ config }: ChatContext): PublicConfig {
  const { emailDomain, groupAddress, maxUploadBytes, editMinutes, deleteMinutes } = config;
  const { oidc, passwordLogin } = config;
  const limits = { maxUploadBytes, editMinutes, deleteMinutes };
  const oidcName = oidc?.name ?? null;
  return { emailDomain, groupAddress, ...limits, oidcName, passwordLogin, version };
}

const down = (part: string, text: string) => unavailable(text, { [part]: [text] });

/** The health check waits so long for one part at most, in ms. */
const LONGEST_CHECK = 5_000;

async function check<T>(ctx: ChatContext, part: string, text: string, work: () => Promise<T>) {
  const given = new AbortController();
  const { signal } = given;
  try {
    const late = pause(LONGEST_CHECK, undefined, { signal, ref: false }).then(() => {
      throw Object.assign(new Error('no answer in time'), { code: 'ETIMEDOUT' });
    });
    return await Promise.race([work(), late]);
  } catch (error) {
    // Anybody may ask, at any pace.
    ctx.boundedLog.once('', '', { words: `${part} does not answer`, ...lineOfFailure(error) });
    throw down(part, text);
  } finally {
    given.abort();
  }
}

async function checkDatabase(ctx: ChatContext): Promise<void> {
  await check(ctx, 'database', systemTexts.databaseDown, () => answers(ctx.db));
  // A full database still answers reads, so only a failed write tells.
  if (ctx.db.isFull()) throw down('database', systemTexts.databaseFull);
}

const textOfShortage = {
  disk: systemTexts.diskFull,
  descriptors: systemTexts.tooManyOpenFiles,
};

/** Everything sent is first written to `DATA_DIR`, wherever files are kept. */
async function checkRoom(ctx: ChatContext): Promise<void> {
  const text = systemTexts.storageDown('disk');
  const shortage = await check(ctx, 'disk', text, () => ctx.staging.findShortage());
  if (!shortage) return;
  ctx.boundedLog.once(shortage, '', { words: 'nothing can be taken in', about: { shortage } });
  throw down(shortage, textOfShortage[shortage]);
}

/** 200 while every part answers, else 503 naming the first that does not (rules/installation 8). */
async function getHealth(ctx: ChatContext): Promise<{ status: 'ok'; version: string }> {
  const { realtime, storage } = ctx;
  // First, since what lacks it fails in many ways.
  await checkRoom(ctx);
  await checkDatabase(ctx);
  await check(ctx, 'redis', systemTexts.redisDown, () => realtime.check());
  await check(ctx, storage.name, systemTexts.storageDown(storage.name), () => storage.check());
  return { status: 'ok', version };
}

async function noticesOfRetention(ctx: ChatContext): Promise<Notice[]> {
  const held = await getRetentionBlock(ctx);
  if (!held) return [];
  const { by, messages, since } = held;
  const kind = `RETENTION_HELD_BY_${by}` as const;
  return [{ kind, messages, isMore: messages >= MAX_COUNTED, since: since.toISOString() }];
}

async function noticesOfAuditFile({ config, db }: ChatContext): Promise<Notice[]> {
  const behind = config.auditFile === undefined ? undefined : await findBehind(db);
  if (!behind) return [];
  const { entries, isMore, since } = behind;
  return [{ kind: 'AUDIT_FILE_BEHIND', entries, isMore, since: since.toISOString() }];
}

/** Notices for administrators about the installation itself; on most days none. */
const listNotices = async (ctx: ChatContext): Promise<Notice[]> => [
  ...(await noticesOfRetention(ctx)),
  ...(await noticesOfAuditFile(ctx)),
];

/** Each part that this installation has, by its name in the health; asking one throws while it is away. */
export function partsOf(ctx: ChatContext): Record<string, () => Promise<unknown>> {
  const { db, redis, realtime, staging, storage, config } = ctx;
  return {
    database: () => answers(db),
    disk: async () => {
      const shortage = await staging.findShortage();
      if (shortage) throw new Error(`no room: ${shortage}`);
    },
    ...(redis && { redis: () => realtime.check() }),
    ...(config.s3 && { [storage.name]: () => storage.check() }),
  };
}

/** Throws when the database does not answer, or takes reads only: then it refuses to lock rows, though they be none. */
const answers = (db: Db): Promise<number> =>
  db.run(sql`select from process_secret where false for update`);

export function registerSystemRoutes(router: Router, ctx: ChatContext): void {
  router.serve(routes.getConfig, () => getConfig(ctx));
  router.serve(routes.getHealth, () => getHealth(ctx));
  router.serve(routes.listNotices, async ({ query }) =>
    answerPart(await listNotices(ctx), pageFrom(query)),
  );
}
