import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findPostgres } from '../../../scripts/lib/postgres.mjs';
import { run } from '../../../scripts/lib/run.mjs';

/** The baseline's insert by PostgreSQL's own bench, after bare-fastify has made its table: rows a second; undefined where there is no pgbench. */
export async function insertsPerSecond(
  databaseUrl: string,
  clients: number,
  seconds: number,
): Promise<number | undefined> {
  const script = join(tmpdir(), `web-chat-bench-${process.pid}.sql`);
  await writeFile(
    script,
    `insert into baseline (reference_id, content)
     values (gen_random_uuid()::text, repeat('x', 70)) returning id;\n`,
  );
  const options = ['-n', '-M', 'prepared', '-c', `${clients}`, '-T', `${seconds}`, '-f', script];
  const pgbench = join(await findPostgres(), 'pgbench');
  const { output } = await run(pgbench, [...options, databaseUrl]).catch(() => ({ output: '' }));
  const found = /tps = ([\d.]+)/.exec(output)?.[1];
  return found === undefined ? undefined : Number(found);
}
