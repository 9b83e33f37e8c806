import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { FolderInUseError } from '@chat/embedded-postgres/folder-lock';
import { loadEnvironment, readConfig } from '../config/env.ts';
import { TakenError, TransferRefusal } from '../db/transfer/tables.ts';
import { UsageError } from '../shared/errors.ts';
import { noteBackup } from '../storage/s3.ts';
import { type Manifest, partNames, presentContents, STANDARD_INPUT } from './backup/archive.ts';
import { choosePlace, type Destination, removeOlder } from './backup/backup-place.ts';
import { proveArchive } from './backup/prove-archive.ts';
import { type Restored, restoreBackup, restoreStandardInput } from './backup/restore-backup.ts';
import { type WrittenBackup, writeBackup } from './backup/write-backup.ts';
import { interruptible, runCommandLine } from './command-line.ts';
import { backupTexts, restoreTexts } from './commands.texts.ts';

function parse(args: string[]) {
  const options = {
    to: { type: 'string' },
    keep: { type: 'string' },
    help: { type: 'boolean', short: 'h' },
  } as const;
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch {
    throw new UsageError(backupTexts.wrongOptions);
  }
}

function readKeep(keep: string | undefined): number | undefined {
  if (keep === undefined) return undefined;
  if (!/^[1-9]\d{0,5}$/.test(keep)) throw new UsageError(backupTexts.wrongKeep);
  return Number(keep);
}

/** The file to verify, or where to back up to and how many to keep there. */
function readOptions(args: string[]) {
  const { values, positionals } = parse(args);
  const { to, keep, help = false } = values;
  const [action, file, ...more] = positionals;
  if (action === undefined) {
    if (to === '') throw new UsageError(backupTexts.wrongOptions);
    return { help, to, keep: readKeep(keep), file };
  }
  if (action !== 'verify' || to !== undefined || keep !== undefined) {
    throw new UsageError(backupTexts.wrongOptions);
  }
  if (!help && (!file || more.length > 0)) throw new UsageError(backupTexts.verifyWhat);
  return { help, to, keep: undefined, file };
}

async function verify(file: string): Promise<string> {
  const isPiped = file === STANDARD_INPUT;
  const path = isPiped ? backupTexts.standardInput : resolve(file);
  const { head, manifest } = await proveArchive(isPiped ? STANDARD_INPUT : path);
  const createdAt = new Date(head.createdAt).toLocaleString('es');
  return backupTexts.whole({ path, createdAt, app: head.app, holds: presentContents(manifest) });
}

async function write(config: Parameters<typeof writeBackup>[0], place: Destination) {
  try {
    return await interruptible((signal) => writeBackup(config, place.output(), signal));
  } catch (error) {
    if (error instanceof FolderInUseError) throw new TransferRefusal(backupTexts.ownerSilent);
    throw error;
  }
}

async function clear(place: Destination, { head }: WrittenBackup, count: number): Promise<number> {
  const { path, folder } = place;
  if (folder === undefined) return 0;
  return removeOlder({ folder, path }, { count, installation: head.installation, now: new Date() });
}

async function backUp(to: string | undefined, keep: number | undefined): Promise<string[]> {
  const started = performance.now();
  const config = readConfig(loadEnvironment());
  const begun = new Date();
  const place = await choosePlace(config, to, begun);
  if (keep !== undefined && place.folder === undefined) {
    throw new TransferRefusal(backupTexts.needsFolder);
  }
  const written = await write(config, place);
  await noteBackup(config, begun);
  const removed = keep === undefined ? 0 : await clear(place, written, keep);
  const done = backupTexts.done({
    path: place.path,
    bytes: written.size,
    ms: performance.now() - started,
    holds: presentContents(written.manifest),
  });
  const line = `${done}${removed > 0 ? backupTexts.removedOlder(removed) : ''}.`;
  if (!place.isStandardOutput) return [line];
  // Standard output is the backup's alone.
  console.error(line);
  return [];
}

async function run(args: string[]): Promise<string[]> {
  const { help, to, keep, file } = readOptions(args);
  if (help) return [backupTexts.help];
  return file === undefined ? backUp(to, keep) : [await verify(file)];
}

/** For `web-chat backup …`. */
export async function backup(args: string[]): Promise<void> {
  process.exitCode = await runCommandLine(() => [run(args)], backupTexts.seeHelp);
}

function readRestoreOptions(args: string[]) {
  const options = { replace: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } } as const;
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch {
    throw new UsageError(restoreTexts.wrongOptions);
  }
}

/** The key of its secrets is AUDIT_KEY, which no backup holds. */
const needsKey = ({ tables, parts }: Manifest) =>
  tables.some(({ name, rows }) => name === 'installation_key' && rows > 0) &&
  !parts.some(({ name }) => name === partNames.key);

function present({ head, manifest, aside }: Restored): string[] {
  return [
    restoreTexts.done(new Date(head.createdAt).toLocaleString('es')),
    restoreTexts.holds(presentContents(manifest)),
    restoreTexts.leftOut(needsKey(manifest)),
    ...(aside.length > 0 ? [restoreTexts.aside(aside)] : []),
    restoreTexts.signIn,
  ];
}

async function restoreFrom(args: string[]): Promise<string[]> {
  const { values, positionals } = readRestoreOptions(args);
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
  process.exitCode = await runCommandLine(() => [restoreFrom(args)], restoreTexts.seeHelp);
}
