import { loadEnvironment, readConfig } from '../config/env.ts';
import { FolderInUseError } from '../db/embedded/folder-lock.ts';
import { openDatabase } from '../db/open-database.ts';
import { explainFailure } from '../explain-failure.ts';
import { AppError } from '../http/errors.ts';
import { createAdminContext } from './admin/admin-context.ts';
import { runCommand } from './admin/operations.ts';
import { type AdminCommand, parseArguments, UsageError } from './admin/parse-arguments.ts';
import { adminTexts } from './admin.texts.ts';

const exitCodes = { done: 0, failed: 1, misused: 2 };

async function runOnDatabase(command: AdminCommand): Promise<string[]> {
  const config = readConfig(loadEnvironment());
  const db = await openDatabase(config, (error) => console.error(error));
  const ctx = createAdminContext(config, db);
  try {
    return await runCommand(ctx, command);
  } finally {
    await ctx.sessions.close();
    await db.close();
  }
}

function explain(error: unknown): unknown {
  if (error instanceof FolderInUseError) return adminTexts.folderInUse;
  return error instanceof AppError ? error.message : explainFailure(error);
}

async function run(args: string[]): Promise<number> {
  try {
    const command = parseArguments(args);
    const lines = command === 'help' ? [adminTexts.help] : await runOnDatabase(command);
    for (const line of lines) console.log(line);
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

/** For `npm run admin -- …`: what an administrator does from the machine on the day nobody can get in. */
export async function admin(args: string[]): Promise<void> {
  process.exitCode = await run(args);
}
