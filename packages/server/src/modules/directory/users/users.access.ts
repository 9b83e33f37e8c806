import type { Db } from '../../../db/database.ts';
import { invalidField, notFound } from '../../../shared/errors.ts';
import { findUser, findUsersToJoin, type UserRow } from './users.queries.ts';
import { usersTexts } from './users.texts.ts';

export async function accessUser(db: Db, uuid: string): Promise<UserRow> {
  const user = await findUser(db, uuid);
  if (!user) throw notFound();
  return user;
}

/** Keeps the user from being deleted until the commit. */
export async function lockUser(tx: Db, uuid: string): Promise<void> {
  const users = await findUsersToJoin(tx, [uuid]);
  if (users.length === 0) throw notFound();
}

/** The users that a body names in `field`, kept from deletion until the commit; an unknown one is that field's fault. */
export async function accessNamedUsers(
  tx: Db,
  userUuids: string[],
  field: string,
): Promise<{ id: number; uuid: string }[]> {
  const wanted = new Set(userUuids);
  if (wanted.size === 0) return [];
  const users = await findUsersToJoin(tx, [...wanted]);
  if (users.length < wanted.size) throw invalidField(field, usersTexts.unknownUser);
  return users;
}
