import type { Page } from '@chat/contract/shared/page';
import { type Db, type Sql, sql } from './database.ts';

const DEFAULT_SIZE = 50;

/** What a list call asked for; undefined means everything. */
export function pageFrom(query: {
  page?: number | undefined;
  size?: number | undefined;
}): Page | undefined {
  if (query.page === undefined && query.size === undefined) return undefined;
  return { page: query.page ?? 1, size: query.size ?? DEFAULT_SIZE };
}

export interface Listed<Row> {
  rows: Row[];
  page?: { page: number; size: number; totalElements: number };
}

/** Runs a list query in its order (`order by …`), whole or one page of it with the count of all, for which nothing is sorted. */
export async function listRows<Row>(
  db: Db,
  query: Sql,
  order: Sql,
  page: Page | undefined,
): Promise<Listed<Row>> {
  if (!page) return { rows: await db.many<Row>(sql`${query} ${order}`) };
  const offset = (page.page - 1) * page.size;
  const rows = await db.many<Row>(sql`${query} ${order} limit ${page.size} offset ${offset}`);
  const { count } = await db.one<{ count: number }>(
    sql`select count(*) as count from (${query}) as everything`,
  );
  return { rows, page: { ...page, totalElements: count } };
}
