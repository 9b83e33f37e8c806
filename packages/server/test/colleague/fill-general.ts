import { randomUUID } from 'node:crypto';
import { required } from '@chat/contract/checks';
import { type Database, sql } from '../../src/db/database.ts';
import { ensureGeneral, joinGroups } from '../../src/modules/directory/groups/groups.actions.ts';
import { findGeneral } from '../../src/modules/directory/groups/groups.queries.ts';
import { insertPeople } from '../../src/modules/directory/users/users.queries.ts';

/** So many participants of GENERAL who never sign in. */
export async function fillGeneral(db: Database, count: number): Promise<void> {
  await ensureGeneral({ db });
  const people = Array.from({ length: count }, (_, n) => ({
    uuid: randomUUID(),
    firstName: 'Persona',
    lastName: String(n),
    email: `persona-${n}@empresa.local`,
    role: 'USER' as const,
    connectionStatus: 'OFFLINE' as const,
    createdAt: new Date(),
    blockedAt: null,
  }));
  await db.transaction(async (tx) => {
    const ids = await insertPeople(tx, people, 'nobody knows it');
    const general = await findGeneral(tx);
    const joining = people.map(({ uuid }) => ({ id: required(ids.get(uuid), 'id'), uuid }));
    await joinGroups(tx, general ? [general.id] : [], joining);
  });
  await db.run(sql`vacuum analyze`);
}
