import type { ConnectionStatus } from '@chat/contract/presence/presence.schema';
import { type Db, sql } from '../../db/database.ts';

/** True when the status really changed. */
export async function updateConnectionStatus(
  db: Db,
  userId: number,
  status: ConnectionStatus,
): Promise<boolean> {
  const changed = await db.run(sql`
    update users set connection_status = ${status}
    where id = ${userId} and connection_status <> ${status}`);
  return changed > 0;
}

/** After a stop nobody is connected: who was ONLINE has lost his last socket without a logout. */
export function updateOnlineToDisconnected(db: Db): Promise<number> {
  return db.run(sql`
    update users set connection_status = 'DISCONNECTED' where connection_status = 'ONLINE'`);
}
