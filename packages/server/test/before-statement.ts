import type { Database, Sql } from '../src/db/database.ts';

/** Runs `happen` just before the next call of `many` whose statement has these words. */
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

/** Holds back every call of `many` whose statement has these words, until the returned function is called. */
export function holdStatements(db: Database, words: string): () => void {
  const { many } = db;
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  db.many = async <Row>(query: Sql) => {
    if (query.text.includes(words)) await released;
    return many<Row>(query);
  };
  return () => {
    db.many = many;
    release();
  };
}
