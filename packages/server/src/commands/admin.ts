import { FolderInUseError } from '@chat/embedded-postgres/folder-lock';
import { type Config, loadEnvironment, readConfig } from '../config/env.ts';
import { makePrivate } from '../config/refused-settings.ts';
import { openDatabase } from '../db/open-database.ts';
import { TransferRefusal } from '../db/transfer/tables.ts';
import { AppError } from '../shared/errors.ts';
import { askServer, ServerRefusal } from './admin/ask-server.ts';
import { createAdminContext, runCommand } from './admin/operations.ts';
import {
  type AdminCommand,
  type MoveCommand,
  parseArguments,
  UsageError,
} from './admin/parse-arguments.ts';
import { moveInstallation } from './backup/move-installation.ts';
import { explainCommandFailure } from './command-line.ts';
import { adminTexts } from './commands.texts.ts';

const exitCodes = { done: 0, failed: 1, misused: 2 };

/** By the server that has the embedded database, when one is running; otherwise here. */
async function runOnInstallation(command: AdminCommand): Promise<string[]> {
  const config = readConfig(loadEnvironment());
  try {
    return await runHere(config, command);
  } catch (error) {
    if (error instanceof FolderInUseError) return askServer(config, command);
    throw error;
  }
}

async function runHere(config: Config, command: AdminCommand): Promise<string[]> {
  const db = await openDatabase(config, (error) => console.error(error));
  const ctx = createAdminContext(config, db);
  try {
    return await runCommand(ctx, command);
  } finally {
    await ctx.sessions.close();
    await db.close();
  }
}

async function move({ to }: MoveCommand): Promise<string[]> {
  const { dataDir } = readConfig(loadEnvironment());
  const tables = await moveInstallation(dataDir, to).catch((error) => {
    throw error instanceof FolderInUseError ? new TransferRefusal(adminTexts.stopForMove) : error;
  });
  return [...tables.map(({ name, rows }) => adminTexts.moved(name, rows)), adminTexts.afterMove];
}

async function linesOf(command: ReturnType<typeof parseArguments>): Promise<string[]> {
  if (command === 'help') return [adminTexts.help];
  return command.name === 'move' ? move(command) : runOnInstallation(command);
}

function explain(error: unknown): unknown {
  if (error instanceof FolderInUseError) return adminTexts.folderInUse;
  return error instanceof AppError || error instanceof ServerRefusal
    ? error.message
    : explainCommandFailure(error);
}

async function run(args: string[]): Promise<number> {
  makePrivate();
  try {
    const command = parseArguments(args);
    for (const line of await linesOf(command)) console.log(line);
    return exitCodes.done;
  } catch (error) {
    if (error instanceof UsageError) {
      console.error(`${error.message}\n${adminTexts.seeHelp}`);
      return exitCodes.misused;
    }
    console.error(explain(error));
    return exitCodes.failed;
  }
}

/** For `web-chat admin …`: what an administrator does from the machine on the day nobody can get in. */
export async function admin(args: string[]): Promise<void> {
  process.exitCode = await run(args);
}
