import { readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { createVitest } from 'vitest/node';
import { startPostgres } from '../../scripts/lib/postgres.mjs';
import { inRepo } from '../../scripts/lib/root.mjs';
import { type Fault, faults } from './planted.ts';

const [only = ''] = process.argv.slice(2);

/** Makes the mistake in the file, and takes the mistake back whatever happens: a working copy never keeps one. */
async function withFault<Result>({ file, from, to }: Fault, work: () => Promise<Result>) {
  const path = inRepo(file);
  const right = readFileSync(path, 'utf8');
  if (right.split(from).length !== 2) throw new Error(`${file} does not hold once: ${from}`);
  const restore = () => writeFileSync(path, right);
  process.once('exit', restore);
  const wrong = right.replace(from, () => to);
  writeFileSync(path, wrong);
  try {
    return await work();
  } finally {
    restore();
    process.off('exit', restore);
  }
}

/**
 * Runs the tests of these names in an instance of their own: workers of the same instance would keep the sources of the
 * run before. Gives what failed, each as its file and title.
 */
async function failuresOf(names: string[], project: string): Promise<string[]> {
  const options = { root: inRepo(), project: [project], watch: false, reporters: [{}] };
  const vitest = await createVitest('test', options);
  const { testModules } = await vitest.runTestSpecifications(
    await vitest.globTestSpecifications(names),
  );
  await vitest.close();
  if (testModules.length === 0) throw new Error(`No test is called ${names.join(' ')}.`);
  return testModules.flatMap((module) => {
    const titles = [...module.children.allTests('failed')].map(({ fullName }) => fullName);
    const broken = module.state() === 'failed' && titles.length === 0 ? ['before its tests'] : [];
    return [...titles, ...broken].map((title) => `${basename(module.moduleId)}: ${title}`);
  });
}

const postgres = await startPostgres();
Object.assign(process.env, { TEST_DATABASE_URL: postgres.url, TEST_WITHOUT_REDIS: '1' });
const chosen = faults.filter(({ area, mistake }) => `${area}: ${mistake}`.includes(only));

// Tests that fail without a fault would find every fault.
for (const project of ['server', 'web']) {
  const of = chosen.filter((fault) => fault.project === project);
  const names = new Set(of.flatMap(({ test }) => test.split(' ')));
  const failing = names.size > 0 ? await failuresOf([...names], project) : [];
  if (failing.length > 0) throw new Error(`Without a fault fails: ${failing.join('\n')}`);
}

let missed = 0;
for (const fault of chosen) {
  const names = fault.test.split(' ');
  const failures = await withFault(fault, () => failuresOf(names, fault.project));
  if (failures.length === 0) missed++;
  const [first = '**not found**'] = failures;
  console.log(`| ${fault.area} | ${fault.mistake} | ${failures.length} | ${first} |`);
}
await postgres.stop();
console.log(`${chosen.length - missed} of ${chosen.length} found`);
process.exitCode = missed > 0 ? 1 : 0;
