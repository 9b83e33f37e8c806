import { type Db, sql } from '../../../packages/server/src/db/database.ts';

export interface SignedInPerson {
  id: number;
  uuid: string;
}

/** Inserts people, each signed in on a device of their own by a token that is their uuid. */
export async function insertSignedIn(
  db: Db,
  prefix: string,
  count: number,
): Promise<SignedInPerson[]> {
  const theirs = `${prefix}-%`;
  await db.run(sql`
    insert into users (uuid, email, first_name, last_name, password_hash)
    select gen_random_uuid(), ${prefix}::text || '-' || n || '@empresa.local', 'Uno', 'Más', 'x'
    from generate_series(1, ${count}::int) n`);
  await db.run(sql`
    insert into devices (uuid, user_id, identifier_hash, approved_at)
    select gen_random_uuid(), id, sha256(id::text::bytea), now() from users where email like ${theirs}`);
  await db.run(sql`
    insert into sessions (user_id, device_id, token_hash)
    select u.id, d.id, sha256(u.uuid::text::bytea)
    from users u join devices d on d.user_id = u.id where u.email like ${theirs}`);
  return db.many<SignedInPerson>(sql`select id, uuid from users where email like ${theirs}`);
}

/** Each is subscribed once, at this endpoint followed by the id. */
export async function insertSubscriptions(
  db: Db,
  people: SignedInPerson[],
  { path, host, keys }: { path: string; host: string; keys: { p256dh: string; auth: string } },
): Promise<void> {
  await db.run(sql`
    insert into push_subscriptions (session_id, user_id, endpoint, host, p256dh, auth)
    select s.id, s.user_id, ${path}::text || s.user_id, ${host}, ${keys.p256dh}, ${keys.auth}
    from sessions s where s.user_id = any(${people.map(({ id }) => id)}::bigint[])`);
}
