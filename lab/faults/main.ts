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

/** A run of tests: what failed, each as its file and title, and whether any test has these names. */
interface Run {
  failures: string[];
  isThere: boolean;
}

/**
 * Runs the tests of these names, until one fails, in an instance of their own: workers of the same instance would keep
 * the sources of the run before. With `part` those of that part alone.
 */
async function runTests(names: string[], project: string, part = ''): Promise<Run> {
  process.env.TEST_PART = part;
  const options = { root: inRepo(), project: [project], watch: false, bail: 1, reporters: [{}] };
  const vitest = await createVitest('test', options);
  const found = await vitest.globTestSpecifications(names);
  const { testModules } = await vitest.runTestSpecifications(found);
  await vitest.close();
  const failures = testModules.flatMap((module) => {
    const titles = [...module.children.allTests('failed')].map(({ fullName }) => fullName);
    const broken = module.state() === 'failed' && titles.length === 0 ? ['before its tests'] : [];
    return [...titles, ...broken].map((title) => `${basename(module.moduleId)}: ${title}`);
  });
  return { failures, isThere: testModules.length > 0 };
}

/** Asks the gate first, then all parts. */
async function findFault({ test, project }: Fault): Promise<{ by: string; failures: string[] }> {
  const names = test.split(' ');
  const { failures } = await runTests(names, project, 'gate');
  if (failures.length > 0) return { by: 'the gate', failures };
  const all = await runTests(names, project);
  if (!all.isThere) throw new Error(`No test is called ${test}.`);
  return { by: all.failures.length > 0 ? 'another part' : '**nobody**', failures: all.failures };
}

const postgres = await startPostgres();
Object.assign(process.env, { TEST_DATABASE_URL: postgres.url, TEST_WITHOUT_REDIS: '1' });
const chosen = faults.filter(({ area, mistake }) => `${area}: ${mistake}`.includes(only));

// Tests that fail without a fault would find every fault.
for (const project of new Set(chosen.map((fault) => fault.project))) {
  const of = chosen.filter((fault) => fault.project === project);
  const names = new Set(of.flatMap(({ test }) => test.split(' ')));
  const { failures } = await runTests([...names], project);
  if (failures.length > 0) throw new Error(`Without a fault fails: ${failures.join('\n')}`);
}

const counts = { gate: 0, all: 0 };
for (const fault of chosen) {
  const { by, failures } = await withFault(fault, () => findFault(fault));
  if (by === 'the gate') counts.gate++;
  if (failures.length > 0) counts.all++;
  const [first = ''] = failures;
  console.log(`| ${fault.area} | ${fault.mistake} | ${by} | ${first} |`);
}
await postgres.stop();
console.log(`${counts.gate} of ${chosen.length} found by the gate, ${counts.all} in all`);
process.exitCode = counts.all < chosen.length ? 1 : 0;
