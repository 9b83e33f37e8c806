import { FolderInUseError } from '@chat/embedded-postgres/folder-lock';
import { loadEnvironment, readConfig } from '../config/env.ts';
import { openDatabase } from '../db/open-database.ts';
import { openInstallationKey } from '../security/installation-key.ts';
import { AppError } from '../shared/errors.ts';
import { askServer, ServerRefusal } from './admin/ask-server.ts';
import {
  type AnswerPart,
  createAdminContext,
  runAuditCommand,
  runCommand,
} from './admin/operations.ts';
import { type AdminCommand, type AuditCommand, parseArguments } from './admin/parse-arguments.ts';
import { changeKey, move } from './admin/while-stopped.ts';
import { explainCommandFailure, runCommandLine } from './command-line.ts';
import { adminTexts } from './commands.texts.ts';

/** By the server that has the embedded database, when one is running; otherwise here. */
async function* runOnInstallation(command: AdminCommand | AuditCommand): AsyncGenerator<string[]> {
  const config = readConfig(loadEnvironment());
  const db = await openDatabase(config, (error) => console.error(error)).catch((error: unknown) => {
    if (error instanceof FolderInUseError) return undefined;
    throw error;
  });
  if (!db) return yield* sayAll((part) => askServer(config, part), command);
  const ctx = createAdminContext(config, db);
  const openKey = () => openInstallationKey(config, db);
  try {
    if (command.name !== 'audit') yield await runCommand(ctx, command);
    else yield* sayAll((part) => runAuditCommand({ config, db, openKey }, part), command);
  } finally {
    await ctx.sessions.close();
    await db.close();
  }
}

/** A long answer comes in parts. */
async function* sayAll<Command extends AdminCommand | AuditCommand>(
  run: (command: Command) => Promise<AnswerPart>,
  command: Command,
): AsyncGenerator<string[]> {
  for (let after: AnswerPart['next']; ; ) {
    const { lines, next } = await run(after === undefined ? command : { ...command, after });
    yield lines;
    if (next === undefined) return;
    after = next;
  }
}

async function* linesOf(command: ReturnType<typeof parseArguments>): AsyncGenerator<string[]> {
  if (command === 'help') yield [adminTexts.help];
  else if (command.name === 'move') yield await move(command);
  else if (command.name === 'rekey') yield await changeKey(command);
  else yield* runOnInstallation(command);
}

function explain(error: unknown): unknown {
  if (error instanceof FolderInUseError) return adminTexts.folderInUse;
  return error instanceof AppError || error instanceof ServerRefusal
    ? error.message
    : explainCommandFailure(error);
}

/** For `web-chat admin …`: what an administrator does from the machine on the day nobody can get in. */
export async function admin(args: string[]): Promise<void> {
  const work = () => linesOf(parseArguments(args));
  process.exitCode = await runCommandLine(work, adminTexts.seeHelp, explain);
}
