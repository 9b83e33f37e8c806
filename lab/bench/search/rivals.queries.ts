import { type Db, type Sql, sql } from '../../../packages/server/src/db/database.ts';

/** The ways of searching without an index of one's own, with the same rights. */
export type Rival = 'ILIKE' | 'to_tsvector';
export const rivals: Rival[] = ['ILIKE', 'to_tsvector'];

const wordsOf = (q: string) => q.replaceAll('"', '').split(/\s+/);

const conditions: Record<Rival, (q: string) => Sql> = {
  ILIKE: (q) =>
    q.startsWith('"')
      ? sql`m.content ilike ${`%${q.replaceAll('"', '')}%`}`
      : sql`m.content ilike all(${wordsOf(q).map((word) => `%${word}%`)}::text[])`,
  to_tsvector: (q) =>
    sql`to_tsvector('spanish', m.content) @@ websearch_to_tsquery('spanish', ${q})`,
};

/** The newest messages that answer it, of those that the person may read. */
export async function findByRival(
  db: Db,
  rival: Rival,
  email: string,
  q: string,
  limit = 20,
): Promise<{ content: string }[]> {
  return db.many<{ content: string }>(sql`
    select m.content
    from messages m
    where m.deleted_at is null and ${conditions[rival](q)} and m.chat_id in (
      select cm.chat_id from chat_members cm join users u on u.id = cm.user_id
      where u.email = ${email} and cm.left_at is null
    )
    order by m.created_at desc, m.id desc
    limit ${limit}`);
}

/** Where plain full text search has all that it can use. */
export async function createRivalIndex(db: Db): Promise<void> {
  await db.run(
    sql`create index bench_words on messages using gin (to_tsvector('spanish', content))`,
  );
}

export async function dropRivalIndex(db: Db): Promise<void> {
  await db.run(sql`drop index if exists bench_words`);
}

export async function sizeOfRivalIndex(db: Db): Promise<number> {
  const { size } = await db.one<{ size: number }>(
    sql`select pg_relation_size('bench_words') as size`,
  );
  return size;
}
