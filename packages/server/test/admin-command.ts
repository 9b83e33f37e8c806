import {
  type AdminCommand,
  type AuditCommand,
  parseArguments,
  type RekeyCommand,
} from '../src/commands/admin/parse-arguments.ts';

const isOfAudit = (command: { name: string }): command is AuditCommand | RekeyCommand =>
  command.name === 'audit' || command.name === 'rekey';

/** Parses the words after `npm run admin --` into a command for a running installation. */
export function adminCommand(...words: string[]): AdminCommand {
  const command = parseArguments(words);
  if (command === 'help' || command.name === 'move' || isOfAudit(command))
    throw new Error(`not here: ${words.join(' ')}`);
  return command;
}
