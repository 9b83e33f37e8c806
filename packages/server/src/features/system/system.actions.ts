import type { PublicConfig } from '@chat/contract/system/system.schema';
import type { Context } from '../../context.ts';
import { logFailure } from '../../db/outage.ts';
import { unavailable } from '../../http/errors.ts';
import { version } from '../../version.ts';
import { answers } from './system.queries.ts';
import { systemTexts } from './system.texts.ts';

export function getConfig({ config }: Context): PublicConfig {
  const { emailDomain, groupAddress, maxUploadBytes } = config;
  return { emailDomain, groupAddress, maxUploadBytes, version };
}

async function check(ctx: Context, part: string, text: string, work: () => Promise<unknown>) {
  try {
    await work();
  } catch (error) {
    logFailure(ctx.log, error, `${part} does not answer`);
    throw unavailable(text, { [part]: [text] });
  }
}

/** 200 while every part answers, else 503 naming the first that does not (contract §1). */
export async function getHealth(ctx: Context): Promise<{ status: 'ok'; version: string }> {
  const { db, realtime, storage } = ctx;
  await check(ctx, 'database', systemTexts.databaseDown, () => answers(db));
  await check(ctx, 'redis', systemTexts.redisDown, () => realtime.check());
  await check(ctx, storage.name, systemTexts.storageDown(storage.name), () => storage.check());
  return { status: 'ok', version };
}
