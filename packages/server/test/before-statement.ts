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

/** Holds back every call whose statement has these words, until `release`; `reached` when the first has come. */
export function holdStatements(
  db: Database,
  words: string,
): { reached: Promise<void>; release: () => void } {
  const { many, run } = db;
  let release = () => {};
  let reach = () => {};
  const reached = new Promise<void>((resolve) => {
    reach = resolve;
  });
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const hold = async ({ text }: Sql) => {
    if (!text.includes(words)) return;
    reach();
    await released;
  };
  db.many = async <Row>(query: Sql) => {
    await hold(query);
    return many<Row>(query);
  };
  db.run = async (query: Sql) => {
    await hold(query);
    return run(query);
  };
  return {
    reached,
    release() {
      Object.assign(db, { many, run });
      release();
    },
  };
}
