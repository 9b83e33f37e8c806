import { parseArgs } from 'node:util';
import { messageOf } from '../support/errors.ts';
import type { Part } from './support/run.ts';

type Options =
  | { help: boolean; only: string[]; messages: number; folder: string | undefined }
  | { problem: string };

const MESSAGES = 3_000_000;
const LEAST_MESSAGES = 10_000;

/** What the command line asks for: every part unless `--only` names some. */
export function readOptions(args: string[], names: string[]): Options {
  try {
    const options = {
      only: { type: 'string' },
      messages: { type: 'string', default: String(MESSAGES) },
      folder: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    } as const;
    const { only, folder, help = false, ...rest } = parseArgs({ args, options }).values;
    const messages = Number(rest.messages);
    if (!Number.isInteger(messages) || messages < LEAST_MESSAGES) {
      return { problem: `--messages takes a whole number from ${LEAST_MESSAGES} on` };
    }
    const chosen = only?.split(',').map((name) => name.trim()) ?? names;
    const unknown = chosen.filter((name) => !names.includes(name));
    if (unknown.length === 0) return { help, only: chosen, messages, folder };
    return { problem: `There is no part ${unknown.join(', ')}. There are: ${names.join(', ')}` };
  } catch (error) {
    return { problem: `${messageOf(error)}\nnpm run bench -- --help tells more.` };
  }
}

export const help = (
  parts: Part[],
) => `npm run bench -- [--only part,part] [--messages n] [--folder path]

Measures the page and the server on data and servers of its own, each figure beside a baseline
taken in the same run. Prints a table for each part and writes all of it to bench-results/.

${parts.map(({ name, title }) => `  ${name.padEnd(12)} ${title}`).join('\n')}

--messages is for search: so many on PostgreSQL and a tenth on the embedded engine, ${MESSAGES} if nothing is said.
--folder is for search: what it has filled in stays there for the next run.

CHROMIUM_PATH names the browser when the machine's own is not to be used.`;
