import { mkdir } from 'node:fs/promises';
import fastify from 'fastify';
import { sql } from '../../../packages/server/src/db/database.ts';
import { openDatabase } from '../../../packages/server/src/db/open-database.ts';
import { serveBaseline, usageText } from './serve.ts';

interface Saying {
  Body: { content: string; referenceId: string };
}

// One row written or read for each call, without sessions, rights or anything else.
serveBaseline(async ({ databaseUrl, dataDir = '' }) => {
  if (dataDir) await mkdir(dataDir, { recursive: true });
  const db = await openDatabase({ databaseUrl, dataDir }, console.error);
  await db.run(sql`
    create table if not exists baseline (
      id bigint generated always as identity primary key, reference_id text unique,
      content text not null, created_at timestamptz not null default now()
    )`);
  const http = fastify();
  http.post<Saying>('/messages', async ({ body: { content, referenceId } }, answer) => {
    const row = await db.one<{ id: number }>(sql`
      insert into baseline (reference_id, content) values (${referenceId}, ${content})
      returning id, created_at`);
    return answer.status(201).send({ ...row, referenceId });
  });
  http.get('/message', () =>
    db.maybeOne(sql`select id, reference_id, content, created_at from baseline where id = ${1}`),
  );
  http.get('/api/metrics', () => usageText());
  return http.listen({ port: 0, host: '127.0.0.1' });
});
