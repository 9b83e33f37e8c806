import { type AdminCommand, parseArguments } from '../src/commands/admin/parse-arguments.ts';

/** What an administrator writes after `npm run admin --`, as one that a running installation carries out. */
export function adminCommand(...words: string[]): AdminCommand {
  const command = parseArguments(words);
  if (command === 'help' || command.name === 'move')
    throw new Error(`not here: ${words.join(' ')}`);
  return command;
}
