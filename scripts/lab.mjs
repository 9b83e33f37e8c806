import './lib/node-version.mjs';
import { ensureBuilt } from './lib/ensure-built.mjs';
import { ensureInstalled } from './lib/ensure-installed.mjs';
import { startPostgres } from './lib/postgres.mjs';
import { inRepo } from './lib/root.mjs';
import { run } from './lib/run.mjs';

// `node scripts/lab.mjs PROGRAM [ARGUMENT…]`: a program of the lab, once all that it stands on is installed and built.
// `node scripts/lab.mjs postgres COMMAND [ARGUMENT…]`: the command sees a throw-away TEST_DATABASE_URL.
const [program = '', ...args] = process.argv.slice(2);

await ensureInstalled({ forDevelopers: true });
await ensureBuilt();

if (program === 'cluster') {
  // In this very process: a Ctrl+C must wait until everything has ended.
  process.argv.splice(2, 1);
  const { register } = await import('tsx/esm/api');
  register();
  await import('../lab/cluster/main.ts');
} else if (program === 'postgres') {
  const [command = '', ...words] = args;
  const postgres = await startPostgres();
  const env = { TEST_DATABASE_URL: postgres.url };
  const { code } = await run(command, words, { env, show: true });
  await postgres.stop();
  process.exitCode = code;
} else {
  // The bench reads sources of the server, and so those of the contract.
  const conditions = program === 'bench' ? ['--conditions=source'] : [];
  const main = inRepo('lab', program, 'main.ts');
  const { code } = await run(process.execPath, [...conditions, '--import=tsx', main, ...args], {
    show: true,
  });
  process.exitCode = code;
}
