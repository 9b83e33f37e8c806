import type { ConnectionStatus } from '@chat/contract/users';
import { type Db, sql } from '../../db/database.ts';

export interface NewStatusRow {
  id: number;
  connectionStatus: ConnectionStatus;
}

/** The statuses of people who have been connected before. */
export function insertStatuses(db: Db, people: NewStatusRow[]): Promise<number> {
  return db.run(sql`
    insert into user_connections (user_id, status)
    select * from unnest(
      ${people.map(({ id }) => id)}::bigint[],
      ${people.map(({ connectionStatus }) => connectionStatus)}::text[]
    )`);
}
