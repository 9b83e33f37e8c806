import type { Config } from '../../config/env.ts';
import type { Database } from '../../db/database.ts';
import { recordAct } from '../../modules/audit/audit.actions.ts';
import {
  changeChainKey,
  openChainKeys,
  recordLeftRestore,
} from '../../modules/audit/chain/seal.ts';
import { type ExportedTo, exportAudit, verifyChain } from '../../modules/audit/chain/verify.ts';
import { changeSettingsKey } from '../../modules/audit/settings-changed.actions.ts';
import { changeSecretsKey } from '../../modules/auth/two-steps/codes.ts';
import { isServed } from '../../modules/presence/lease.ts';
import { changeInstallationKey, type InstallationKey } from '../../security/installation-key.ts';
import { conflict } from '../../shared/errors.ts';
import { adminTexts } from '../commands.texts.ts';
import type { AuditCommand } from './parse-arguments.ts';

export interface AuditCommandContext {
  config: Pick<Config, 'dataDir' | 'auditFile'>;
  db: Database;
  openKey: () => Promise<InstallationKey>;
}

/** The lines that a command says; `next` is where the rest of a long answer begins. */
export interface AnswerPart {
  lines: string[];
  next?: ExportedTo | undefined;
}

async function verify({ db, config, openKey }: AuditCommandContext): Promise<AnswerPart> {
  const key = await openKey();
  await recordLeftRestore(db, config, key);
  const keys = await openChainKeys(db, key);
  const found = await verifyChain(db, keys, config);
  if ('kind' in found) throw conflict(adminTexts[`audit${found.kind}`](found.entry));
  const unproven = keys.provenFrom > 1 ? [adminTexts.auditUnproven(keys.provenFrom - 1)] : [];
  return { lines: [adminTexts.auditWhole(found.count), ...unproven] };
}

/**
 * Goes on with another key, by a process that has the database for itself: a server would go on with the one that it
 * knows.
 */
export async function rekey(
  config: Pick<Config, 'auditKey' | 'dataDir' | 'databaseUrl' | 'given'>,
  db: Database,
  { isLost, given }: { isLost: boolean; given: string | undefined },
): Promise<string[]> {
  await changeInstallationKey(config, db, { given, isLost }, async (tx, change) => {
    // The embedded engine's folder is this process's own by now.
    if (config.databaseUrl && (await isServed(tx))) throw conflict(adminTexts.stopForRekey);
    await changeChainKey(tx, change);
    await changeSecretsKey(tx, change);
    await changeSettingsKey(tx, config, change);
  });
  const isInFile = given === undefined && config.auditKey === undefined;
  const done = isInFile ? adminTexts.rekeyed : adminTexts.rekeyedTo(given !== undefined);
  return isLost ? [done, adminTexts.keyWasLost] : [done];
}

/** The export is an entry itself, which stands at its end. */
async function exportAll({ db }: AuditCommandContext, after: ExportedTo | undefined) {
  if (after === undefined) await recordAct(db, undefined, 'AUDIT_EXPORTED', {});
  return exportAudit({ db }, after);
}

/** Throws AppError where the audit is not the one that was written. */
export function runAuditCommand(
  ctx: AuditCommandContext,
  command: AuditCommand,
): Promise<AnswerPart> {
  return command.word === 'verify' ? verify(ctx) : exportAll(ctx, command.after);
}
