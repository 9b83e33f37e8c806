import type { PublicConfig } from '@chat/contract/system/system.routes';
import type { Context } from '../../context.ts';
import { AppError } from '../../http/errors.ts';
import { version } from '../../version.ts';
import { answers } from './system.queries.ts';
import { systemTexts } from './system.texts.ts';

export function getConfig({ config }: Context): PublicConfig {
  const { emailDomain, groupAddress, maxUploadBytes } = config;
  return { emailDomain, groupAddress, maxUploadBytes, version };
}

export async function getHealth(ctx: Context): Promise<{ status: 'ok'; version: string }> {
  const isUp = await answers(ctx.db).catch((error) => {
    ctx.log.error({ err: error }, 'the database does not answer');
    return false;
  });
  if (!isUp)
    throw new AppError(503, systemTexts.databaseDown, { database: [systemTexts.databaseDown] });
  return { status: 'ok', version };
}
