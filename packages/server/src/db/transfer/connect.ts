import pg from 'pg';
import { onceStarted } from '../once-started.ts';

/** One connection of its own to a PostgreSQL server, for as long as a transfer takes. */
export function connectOnceStarted(connectionString: string, name: string): Promise<pg.Client> {
  return onceStarted(async () => {
    const client = new pg.Client({ connectionString, application_name: name });
    // The statement under way reports a broken connection.
    client.on('error', () => {});
    await client.connect();
    return client;
  });
}
