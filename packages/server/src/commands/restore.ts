import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { FolderInUseError } from '@chat/embedded-postgres/folder-lock';
import { loadEnvironment, readConfig } from '../config/env.ts';
import { TakenError, TransferRefusal } from '../db/transfer/tables.ts';
import { STANDARD_INPUT } from './backup/archive-reader.ts';
import { presentContents } from './backup/present-contents.ts';
import { type Restored, restoreBackup, restoreStandardInput } from './backup/restore-backup.ts';
import { interruptible, runCommandLine, UsageError } from './command-line.ts';
import { restoreTexts } from './restore.texts.ts';

function readOptions(args: string[]) {
  const options = { replace: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } } as const;
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch {
    throw new UsageError(restoreTexts.wrongOptions);
  }
}

function present({ head, manifest, aside }: Restored): string[] {
  return [
    restoreTexts.done(new Date(head.createdAt).toLocaleString('es')),
    restoreTexts.holds(presentContents(manifest)),
    ...(aside.length > 0 ? [restoreTexts.aside(aside)] : []),
    restoreTexts.signIn,
  ];
}

async function restoreFrom(args: string[]): Promise<string[]> {
  const { values, positionals } = readOptions(args);
  if (values.help) return [restoreTexts.help];
  const [file, ...more] = positionals;
  if (file === undefined || more.length > 0) throw new UsageError(restoreTexts.fileMissing);
  const config = readConfig(loadEnvironment());
  const replace = values.replace ?? false;
  const now = new Date();
  try {
    const restored = await interruptible((signal) =>
      file === STANDARD_INPUT
        ? restoreStandardInput(config, { replace, now, signal })
        : restoreBackup(config, resolve(file), { replace, now, signal }),
    );
    return present(restored);
  } catch (error) {
    if (error instanceof FolderInUseError) throw new TransferRefusal(restoreTexts.folderInUse);
    if (!(error instanceof TakenError)) throw error;
    throw new TransferRefusal(`${error.message} ${restoreTexts.useReplace}`);
  }
}

/** For `web-chat restore …`. */
export async function restore(args: string[]): Promise<void> {
  process.exitCode = await runCommandLine(() => restoreFrom(args), restoreTexts.seeHelp);
}
