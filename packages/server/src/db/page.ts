import type { Page } from '@chat/contract/route';
import { type Db, empty, fixed, type Sql, sql } from './database.ts';

const DEFAULT_SIZE = 50;

/** The page that a list call asked for; undefined means everything. */
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

/**
 * Runs a list query, whole or one page of it with the count of `all`. The page's `window` goes to where the rows are
 * ordered, before more is joined to them; its size is part of the words, since a plan for any size reckons with a tenth
 * of everything.
 */
export async function listWindow<Row>(
  db: Db,
  rowsOf: (window: Sql) => Sql,
  all: Sql,
  page: Page | undefined,
): Promise<Listed<Row>> {
  if (!page) return { rows: await db.many<Row>(rowsOf(empty)) };
  const offset = (page.page - 1) * page.size;
  const rows = await db.many<Row>(rowsOf(sql`limit ${fixed(page.size)} offset ${offset}`));
  // The last page says how many there are: a count would look at everything once more.
  const isLast = rows.length < page.size && (rows.length > 0 || offset === 0);
  if (isLast) return { rows, page: { ...page, totalElements: offset + rows.length } };
  const { count } = await db.one<{ count: number }>(
    sql`select count(*) as count from (${all}) as everything`,
  );
  return { rows, page: { ...page, totalElements: count } };
}

/** Runs a list query in its order (`order by …`), whole or one page of it; nothing is sorted to be counted. */
export const listRows = <Row>(
  db: Db,
  query: Sql,
  order: Sql,
  page: Page | undefined,
): Promise<Listed<Row>> =>
  listWindow(db, (window) => sql`${query} ${order} ${window}`, query, page);

/** The pattern that finds `text` anywhere in lowercased text; undefined for a blank search, which finds everything. */
export function containsPattern(text: string | undefined): string | undefined {
  const sought = text?.trim().toLowerCase();
  if (!sought) return undefined;
  return `%${sought.replace(/[\\%_]/g, '\\$&')}%`;
}

// The database writes an instant with an offset, as text without its minutes, and with more digits than the wire, or fewer.
const UTC = /\+00(:00)?$/;
const DATE = 'YYYY-MM-DD'.length;
const SECONDS = 'YYYY-MM-DDTHH:MM:SS'.length;

/**
 * An instant that came as JSON or as text. Most sessions speak UTC: there the digits stand already, and a date made of
 * each costs a page as much as its rows.
 */
export function presentInstant(instant: string): string {
  const offset = instant.search(UTC);
  if (offset < SECONDS) return new Date(instant).toISOString();
  const digits = instant.slice(SECONDS + 1, offset);
  const time = instant.slice(DATE + 1, SECONDS);
  return `${instant.slice(0, DATE)}T${time}.${digits.slice(0, 3).padEnd(3, '0')}Z`;
}
