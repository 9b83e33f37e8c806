import { type AdminCommand, parseArguments } from '../src/commands/admin/parse-arguments.ts';

/** Parses the words after `npm run admin --` into a command for a running installation. */
export function adminCommand(...words: string[]): AdminCommand {
  const command = parseArguments(words);
  if (command === 'help' || command.name === 'move')
    throw new Error(`not here: ${words.join(' ')}`);
  return command;
}
