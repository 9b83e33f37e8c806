import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import { resolve } from 'node:path';
import { inRepo } from '../../scripts/lib/root.mjs';
import { help, readOptions } from './options.ts';
import { parts } from './parts.ts';
import { type Figure, isMet, ratioOf, table } from './support/figures.ts';
import type { Run } from './support/run.ts';

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

type Wanted = Pick<Run, 'messages' | 'folder'> & { only: string[] };

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
