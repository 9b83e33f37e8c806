import { mkdir, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { FolderInUseError } from '@chat/embedded-postgres/folder-lock';
import { type Config, loadEnvironment, readConfig } from '../config/env.ts';
import { TransferRefusal } from '../db/transfer/transfer-refusal.ts';
import { noteBackup } from '../storage/backup-mark.ts';
import type { Manifest } from './backup/manifest.ts';
import { presentContents } from './backup/present-contents.ts';
import { writeBackup } from './backup/write-backup.ts';
import { backupTexts } from './backup.texts.ts';
import { interruptible, runCommandLine, UsageError } from './command-line.ts';

function readOptions(args: string[]) {
  try {
    const options = { to: { type: 'string' }, help: { type: 'boolean', short: 'h' } } as const;
    return parseArgs({ args, options }).values;
  } catch {
    throw new UsageError(backupTexts.wrongOptions);
  }
}

/** A place that is free: the one that was named, or a name by the time in the folder that was. */
async function choosePath(config: Config, to: string | undefined, now: Date): Promise<string> {
  const named = resolve(to ?? join(config.dataDir, 'backups'));
  if (to === undefined) await mkdir(named, { recursive: true, mode: 0o700 });
  const found = await stat(named).catch(() => undefined);
  if (!found) return named;
  if (!found.isDirectory()) throw new TransferRefusal(backupTexts.exists(named));
  const stamp = now.toISOString().slice(0, 19).replaceAll(':', '').replace('T', '-');
  return join(named, `web-chat-${stamp}.tar`);
}

async function present(path: string, manifest: Manifest): Promise<string[]> {
  const { size } = await stat(path);
  return [backupTexts.done(path, size / 2 ** 20), ...presentContents(manifest)];
}

async function backUp(args: string[]): Promise<string[]> {
  const { to, help } = readOptions(args);
  if (help) return [backupTexts.help];
  const config = readConfig(loadEnvironment());
  const begun = new Date();
  const path = await choosePath(config, to, begun);
  try {
    const manifest = await interruptible((signal) => writeBackup(config, path, signal));
    await noteBackup(config, begun);
    return await present(path, manifest);
  } catch (error) {
    if (error instanceof FolderInUseError) throw new TransferRefusal(backupTexts.ownerSilent);
    throw error;
  }
}

/** For `npm run backup -- …`. */
export async function backup(args: string[]): Promise<void> {
  process.exitCode = await runCommandLine(() => backUp(args), backupTexts.seeHelp);
}
