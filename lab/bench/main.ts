import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { inRepo } from '../../scripts/lib/root.mjs';
import { messageOf } from '../support/helpers.ts';
import { parts } from './parts.ts';
import { type Figure, isMet, ratioOf, table } from './support/figures.ts';
import type { Part, Run } from './support/run.ts';

type Wanted = Pick<Run, 'messages' | 'folder' | 'seconds' | 'row' | 'people'> & { only: string[] };

type Options = ({ help: boolean } & Wanted) | { problem: string };

const MESSAGES = 3_000_000;
const LEAST_MESSAGES = 10_000;
const SECONDS = 60;
const PEOPLE = 10_000;
const LEAST_PEOPLE = 100;

/** The parts that the command line asks for: all unless `--only` names some. */
function readOptions(args: string[], names: string[]): Options {
  try {
    const options = {
      only: { type: 'string' },
      messages: { type: 'string', default: String(MESSAGES) },
      folder: { type: 'string' },
      seconds: { type: 'string', default: String(SECONDS) },
      row: { type: 'string' },
      people: { type: 'string', default: String(PEOPLE) },
      help: { type: 'boolean', short: 'h' },
    } as const;
    const { only, folder, row, help = false, ...rest } = parseArgs({ args, options }).values;
    const { messages, seconds, people } = numbersOf(rest);
    if (!Number.isInteger(messages) || messages < LEAST_MESSAGES) {
      return { problem: `--messages takes a whole number from ${LEAST_MESSAGES} on` };
    }
    if (!Number.isInteger(seconds) || seconds < 1) {
      return { problem: '--seconds takes a whole number from 1 on' };
    }
    if (!Number.isInteger(people) || people < LEAST_PEOPLE) {
      return { problem: `--people takes a whole number from ${LEAST_PEOPLE} on` };
    }
    const chosen = only?.split(',').map((name) => name.trim()) ?? names;
    const unknown = chosen.filter((name) => !names.includes(name));
    if (unknown.length === 0) {
      return { help, only: chosen, messages, folder, seconds, row, people };
    }
    return { problem: `There is no part ${unknown.join(', ')}. There are: ${names.join(', ')}` };
  } catch (error) {
    return { problem: `${messageOf(error)}\nnpm run bench -- --help tells more.` };
  }
}

const numbersOf = (given: { messages: string; seconds: string; people: string }) => ({
  messages: Number(given.messages),
  seconds: Number(given.seconds),
  people: Number(given.people),
});

const help = (
  parts: Part[],
) => `npm run bench -- [--only part,part] [--messages n] [--folder path] [--seconds n] [--row words] [--people n]

Measures the page and the server on data and servers of its own, each figure beside a baseline
taken in the same run. Prints a table for each part and writes all of it to bench-results/.

${parts.map(({ name, title }) => `  ${name.padEnd(12)} ${title}`).join('\n')}

--messages is for search: so many on PostgreSQL and a tenth on the embedded engine, ${MESSAGES} if nothing is said.
--folder is for search: what it has filled in stays there for the next run.
--seconds is for everyday: so long for each case, ${SECONDS} if nothing is said.
--people is for company: so many have a page open, ${PEOPLE} if nothing is said.
--row is for disturbances: the rows whose names hold these words. The bench ends with 1 when the median of a row was
beyond its bound three times in a row.

CHROMIUM_PATH names the browser when the machine's own is not to be used.`;

const folder = inRepo('bench-results');

const machine = () => ({
  node: process.version,
  platform: `${process.platform} ${process.arch}`,
  processors: cpus().length,
  model: cpus()[0]?.model ?? '',
  memoryGb: Math.round(totalmem() / 1e9),
  load: loadavg(),
});

const written = (figure: Figure) => ({ ...figure, ratio: ratioOf(figure), isMet: isMet(figure) });

/** Measures one part after the other; what was measured is written down even when a later one fails. */
async function measureAll({ only, ...rest }: Wanted): Promise<void> {
  const results: Record<string, unknown>[] = [];
  const began = new Date();
  const file = resolve(folder, `${began.toISOString().replace(/[:.]/g, '-')}.json`);
  mkdirSync(folder, { recursive: true });
  for (const part of parts.filter(({ name }) => only.includes(name))) {
    console.log(`\n${part.title}`);
    const before = machine();
    const say = (line: string) => console.log(`  ${line} …`);
    const figures = await part.measure({ say, ...rest });
    console.log(`\n${table(figures)}`);
    results.push({ part: part.name, machine: before, figures: figures.map(written) });
    if (part.isBinding && figures.some((figure) => isMet(figure) === false)) process.exitCode = 1;
    writeFileSync(file, `${JSON.stringify({ began, results }, null, 2)}\n`);
  }
  console.log(`\nWritten to ${file}`);
}

const options = readOptions(
  process.argv.slice(2),
  parts.map(({ name }) => name),
);
if ('problem' in options) {
  console.error(options.problem);
  process.exitCode = 2;
} else if (options.help) {
  console.log(help(parts));
} else {
  await measureAll(options);
}
