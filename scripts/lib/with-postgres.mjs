import { startPostgres } from './postgres.mjs';
import { run } from './run.mjs';

// `node scripts/lib/with-postgres.mjs <command>`: the command sees a throw-away TEST_DATABASE_URL.
const [command = '', ...args] = process.argv.slice(2);
const postgres = await startPostgres();
const { code } = await run(command, args, { env: { TEST_DATABASE_URL: postgres.url }, show: true });
await postgres.stop();
process.exitCode = code;
