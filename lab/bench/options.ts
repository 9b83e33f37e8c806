import { parseArgs } from 'node:util';
import { messageOf } from '../support/errors.ts';
import type { Part } from './support/run.ts';

type Options = { help: boolean; only: string[] } | { problem: string };

/** What the command line asks for: every part unless `--only` names some. */
export function readOptions(args: string[], names: string[]): Options {
  try {
    const options = { only: { type: 'string' }, help: { type: 'boolean', short: 'h' } } as const;
    const { only, help = false } = parseArgs({ args, options }).values;
    const chosen = only?.split(',').map((name) => name.trim()) ?? names;
    const unknown = chosen.filter((name) => !names.includes(name));
    if (unknown.length === 0) return { help, only: chosen };
    return { problem: `There is no part ${unknown.join(', ')}. There are: ${names.join(', ')}` };
  } catch (error) {
    return { problem: `${messageOf(error)}\nnpm run bench -- --help tells more.` };
  }
}

export const help = (parts: Part[]) => `npm run bench -- [--only part,part]

Measures the page and the server on data and servers of its own, each figure beside a baseline
taken in the same run. Prints a table for each part and writes all of it to bench-results/.

${parts.map(({ name, title }) => `  ${name.padEnd(12)} ${title}`).join('\n')}

CHROMIUM_PATH names the browser when the machine's own is not to be used.`;
