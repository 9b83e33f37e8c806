import { type Sql, sql } from '../../db/database.ts';

/**
 * The part of a deed's own statement that records it: for each row of `source`, which names `user_id` and `address`, what
 * that person did with what is their own.
 */
export const ownDeeds = (
  action: 'SIGN_IN' | 'SESSION_ENDED' | 'PASSWORD_CHANGED' | 'RECOVERY_CODE_USED',
  source: Sql,
): Sql => sql`
  insert into audit_events (action, actor_id, actor_email, target_id, target_email, address)
  select ${action}::text, u.id, u.email, u.id, u.email, own.address
  from ${source} own join users u on u.id = own.user_id
  order by u.id`;
