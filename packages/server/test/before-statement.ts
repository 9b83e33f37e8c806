import type { Database, Sql } from '../src/db/database.ts';

type Ways = Pick<Database, 'many' | 'maybeOne' | 'run'>;

type Wait = (query: Sql) => Promise<unknown>;

/** Each call outside a transaction waits for what `before` gives, and its answer for `after`; the function that it gives ends that. */
function interpose(db: Database, before: Wait, after: Wait = async () => {}): () => void {
  const { many, maybeOne, run }: Ways = db;
  db.many = async <Row>(query: Sql) => {
    await before(query);
    const rows = await many<Row>(query);
    await after(query);
    return rows;
  };
  db.maybeOne = async <Row>(query: Sql) => {
    await before(query);
    const row = await maybeOne<Row>(query);
    await after(query);
    return row;
  };
  db.run = async (query: Sql) => {
    await before(query);
    const count = await run(query);
    await after(query);
    return count;
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

interface HeldStatement {
  /** Settles when the first has come. */
  reached: Promise<void>;
  release: () => void;
}

function hold(words: string, interposing: (wait: Wait) => () => void): HeldStatement {
  let give = () => {};
  let reach = () => {};
  const reached = new Promise<void>((resolve) => {
    reach = resolve;
  });
  const released = new Promise<void>((resolve) => {
    give = resolve;
  });
  const end = interposing(async ({ text }) => {
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

/** Holds back every call whose statement has these words, until `release`. */
export const holdStatements = (db: Database, words: string): HeldStatement =>
  hold(words, (wait) => interpose(db, wait));

/** Carries out every statement that has these words, and holds back its answer until `release`. */
export const holdAnswers = (db: Database, words: string): HeldStatement =>
  hold(words, (wait) => interpose(db, async () => {}, wait));

/** The next transaction is committed, and its caller hears so only after `release`. */
export function holdCommitted(db: Database): { release: () => void } {
  const { transaction } = db;
  let give = () => {};
  const released = new Promise<void>((resolve) => {
    give = resolve;
  });
  db.transaction = async (work) => {
    db.transaction = transaction;
    const done = await transaction(work);
    await released;
    return done;
  };
  return { release: () => give() };
}

/** The next `count` transactions, of whichever of the processes, begin once all of them are about to. */
export function beginTogether(dbs: Database[], count: number): void {
  let left = count;
  let give = () => {};
  const met = new Promise<void>((resolve) => {
    give = resolve;
  });
  for (const db of dbs) {
    const { transaction } = db;
    db.transaction = async (work, settings) => {
      if (left > 0) left -= 1;
      if (left === 0) give();
      await met;
      return transaction(work, settings);
    };
  }
}
