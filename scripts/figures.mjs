import './lib/node-version.mjs';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureInstalled } from './lib/ensure-installed.mjs';

const help = `npm run figures -- [commit]

How large files and functions are, package by package, tests apart; how many casts there are and lines of comments.

  commit     looks at that one instead of the files as they are
  --list     names each function above 60 lines, and the casts of each file
  --help`;

const { values, positionals } = parseArgs({
  options: { list: { type: 'boolean' }, help: { type: 'boolean' } },
  allowPositionals: true,
});

if (values.help) {
  console.log(help);
} else {
  await ensureInstalled({ forDevelopers: true });
  const { listOf, measure, tableOf, withSources } = await import('./lib/figures.mjs');
  const measured = await withSources(positionals[0], (folder, files) =>
    files.map((file) => ({ file, ...measure(file, readFileSync(join(folder, file), 'utf8')) })),
  );
  console.log(tableOf(measured));
  if (values.list) console.log(`\n${listOf(measured)}`);
}
