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

/** Holds back every call of `many` whose statement has these words, until `release`; `reached` when the first has come. */
export function holdStatements(
  db: Database,
  words: string,
): { reached: Promise<void>; release: () => void } {
  const { many } = db;
  let release = () => {};
  let reach = () => {};
  const reached = new Promise<void>((resolve) => {
    reach = resolve;
  });
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  db.many = async <Row>(query: Sql) => {
    if (query.text.includes(words)) {
      reach();
      await released;
    }
    return many<Row>(query);
  };
  return {
    reached,
    release() {
      db.many = many;
      release();
    },
  };
}
