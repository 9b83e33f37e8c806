import type { Database, Sql } from '../src/db/database.ts';

type Ways = Pick<Database, 'many' | 'maybeOne' | 'run'>;

/** Each call outside a transaction waits first for what `before` gives; the function that it gives ends that. */
function interpose(db: Database, before: (query: Sql) => Promise<unknown>): () => void {
  const { many, maybeOne, run }: Ways = db;
  db.many = async <Row>(query: Sql) => {
    await before(query);
    return many<Row>(query);
  };
  db.maybeOne = async <Row>(query: Sql) => {
    await before(query);
    return maybeOne<Row>(query);
  };
  db.run = async (query: Sql) => {
    await before(query);
    return run(query);
  };
  return () => Object.assign(db, { many, maybeOne, run });
}

/** Runs `happen` just before the next call whose statement has these words. */
export function beforeStatement(db: Database, words: string, happen: () => Promise<unknown>): void {
  const end = interpose(db, async ({ text }) => {
    if (!text.includes(words)) return;
    end();
    await happen();
  });
}

/** Holds back every call whose statement has these words, until `release`; `reached` when the first has come. */
export function holdStatements(
  db: Database,
  words: string,
): { reached: Promise<void>; release: () => void } {
  let give = () => {};
  let reach = () => {};
  const reached = new Promise<void>((resolve) => {
    reach = resolve;
  });
  const released = new Promise<void>((resolve) => {
    give = resolve;
  });
  const end = interpose(db, async ({ text }) => {
    if (!text.includes(words)) return;
    reach();
    await released;
  });
  const release = () => {
    end();
    give();
  };
  return { reached, release };
}
