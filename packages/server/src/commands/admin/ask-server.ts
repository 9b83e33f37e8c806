import { join } from 'node:path';
import { askOwner } from '@chat/embedded-postgres/folder-lock';
import { z } from 'zod';
import type { AppContext } from '../../app-context.ts';
import { type Config, ConfigError } from '../../config/env.ts';
import { AppError } from '../../shared/errors.ts';
import { adminTexts } from '../commands.texts.ts';
import { type AnswerPart, runAuditCommand, runCommand } from './operations.ts';
import {
  type AdminCommand,
  type AuditCommand,
  auditWords,
  commandNames,
} from './parse-arguments.ts';

const PREFIX = 'admin ';

const exportedToSchema = z.object({ number: z.int(), id: z.int().optional() });

const commandSchema = z.union([
  z.object({
    name: z.enum(commandNames),
    email: z.string().optional(),
    password: z.string().optional(),
    deviceId: z.string().optional(),
    code: z.string().optional(),
  }),
  z.object({
    name: z.literal('audit'),
    word: z.enum(auditWords),
    after: exportedToSchema.optional(),
  }),
]);

const answerSchema = z.union([
  z.object({ lines: z.array(z.string()), next: exportedToSchema.optional() }),
  z.object({ refused: z.string() }),
]);
type Answer = z.infer<typeof answerSchema>;

/** The server that has the embedded database refuses what was asked; the message says why. */
export class ServerRefusal extends Error {}

/** Lets the running server do it: it alone has the engine, and its memory follows at once. */
export async function askServer(
  { dataDir }: Config,
  command: AdminCommand | AuditCommand,
): Promise<AnswerPart> {
  const words = await askOwner(join(dataDir, 'db'), `${PREFIX}${JSON.stringify(command)}`);
  const answer = answerSchema.parse(JSON.parse(words));
  if ('refused' in answer) throw new ServerRefusal(answer.refused);
  return answer;
}

/** The server's side of it; undefined for a command that this version does not know. */
export async function answerOperator(
  ctx: AppContext,
  request: string,
): Promise<string | undefined> {
  const command = readCommand(request);
  return command && JSON.stringify(await answerTo(ctx, command));
}

async function answerTo(ctx: AppContext, command: AdminCommand | AuditCommand): Promise<Answer> {
  try {
    if (command.name !== 'audit') return { lines: await runCommand(ctx, command) };
    const { config, db, installationKey } = ctx;
    return await runAuditCommand({ config, db, openKey: async () => installationKey }, command);
  } catch (error) {
    if (error instanceof AppError || error instanceof ConfigError)
      return { refused: error.message };
    ctx.log.error({ err: error }, 'an admin command failed');
    return { refused: adminTexts.failedOnServer };
  }
}

function readCommand(request: string): AdminCommand | AuditCommand | undefined {
  if (!request.startsWith(PREFIX)) return undefined;
  try {
    const command = commandSchema.parse(JSON.parse(request.slice(PREFIX.length)));
    if (command.name === 'audit') return { ...command, after: command.after };
    const { email, password, deviceId, code, name } = command;
    return { name, email, password, deviceId, code };
  } catch {
    return undefined;
  }
}
