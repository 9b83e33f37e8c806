import { sql } from '../../../db/database.ts';

// Every write of a row gives it the number of its transaction as `xmin`: two states of one row never have the same. So
// what was read stands while its rows have the same numbers, whichever process, or hand, writes them
// (docs/decisions/0017-reused-answers-are-asked-after.md).

/** Of the database itself: one that takes the place of another may give the same numbers again. */
export const sinceStart = sql`extract(epoch from pg_postmaster_start_time())`;
