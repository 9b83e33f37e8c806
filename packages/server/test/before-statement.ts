import type { Database, Sql } from '../src/db/database.ts';

/** Lets something else happen between two statements: just before the next list that is asked for with these words. */
export function beforeStatement(db: Database, words: string, happen: () => Promise<unknown>): void {
  const { many } = db;
  db.many = async <Row>(query: Sql) => {
    if (query.text.includes(words)) {
      db.many = many;
      await happen();
    }
    return many<Row>(query);
  };
}
