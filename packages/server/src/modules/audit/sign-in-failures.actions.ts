import type { Context } from '../../context.ts';
import { type Db, type Sql, sql } from '../../db/database.ts';
import { logUnlessTransient } from '../../db/faults.ts';
import { networkOf } from '../../http/addresses.ts';
import type { Job } from '../../jobs/worker.ts';

export type FailedBy = 'PASSWORD' | 'CODE' | 'BLOCKED' | 'DEVICE';

interface Failure {
  /** Undefined where nobody has the e-mail: nothing of it is kept. */
  personId: number | undefined;
  address: string;
  by: FailedBy;
}

const SWEEP_MS = 10_000;
const one = (isThis: boolean) => (isThis ? 1 : 0);

/** Whether the minute is over; so is one that began in the future, before the clock was put back. */
const isOver = (beganAt: Sql) => sql`
  ${beganAt} not between now() - interval '1 minute' and now() + interval '1 minute'`;

/**
 * The first failure of a minute, of each address and person, is an entry at once; the others are counted. One statement
 * for both, in whichever process it is.
 */
export async function recordSignInFailure(db: Db, failure: Failure): Promise<void> {
  const { personId, address, by } = failure;
  const [network, person] = [networkOf(address), personId ?? 0];
  const isOfMinute = await db.maybeOne(sql`
    with failure as (
      insert into sign_in_failures as f (address, person_id) values (${network}, ${person})
      on conflict (address, person_id) do update set
        passwords = f.passwords + ${one(by === 'PASSWORD')}::integer, codes = f.codes + ${one(by === 'CODE')}::integer,
        blocks = f.blocks + ${one(by === 'BLOCKED')}::integer, devices = f.devices + ${one(by === 'DEVICE')}::integer
      where not (${isOver(sql`f.began_at`)})
      returning f.passwords + f.codes + f.blocks + f.devices = 0 as is_first
    ), entry as (
      insert into audit_events (action, target_id, target_email, detail, address)
      select 'SIGN_IN_FAILED', u.id, u.email, ${by}::text, ${address}::text
      from failure left join users u on u.id = ${personId ?? null}::bigint
      where is_first
    )
    select from failure`);
  if (isOfMinute) return;
  // The minute before is over, and nobody has written it yet.
  await recordMinutes(db, sql`address = ${network} and person_id = ${person}`);
  await recordSignInFailure(db, failure);
}

async function recordMinutes(db: Db, which: Sql): Promise<void> {
  await db.run(sql`
    with minute as (
      delete from sign_in_failures where ${which} returning *
    )
    insert into audit_events (action, target_id, target_email, detail, address)
    select 'SIGN_IN_FAILED', u.id, u.email,
      concat_ws(', ', 'PASSWORD ' || nullif(m.passwords, 0), 'CODE ' || nullif(m.codes, 0),
        'BLOCKED ' || nullif(m.blocks, 0), 'DEVICE ' || nullif(m.devices, 0)),
      case when m.address like '%:%' then m.address || '::/64' else m.address end
    from minute m left join users u on u.id = m.person_id
    where m.passwords + m.codes + m.blocks + m.devices > 0
    order by m.began_at`);
}

/** The others of each minute that is over, as one entry. */
export const recordOverMinutes = (db: Db): Promise<void> =>
  recordMinutes(db, isOver(sql`began_at`));

/**
 * Records the counted failures of one person now, whatever minute they are of. To be called before the person is erased
 * (rules/erasure 1).
 */
export const recordFailuresOf = (tx: Db, userId: number): Promise<void> =>
  recordMinutes(tx, sql`person_id = ${userId}`);

export const recordOverMinutesContinually = ({
  db,
  log,
  heartbeat,
}: Pick<Context, 'db' | 'log' | 'heartbeat'>): Job =>
  heartbeat.every(
    SWEEP_MS,
    ({ hasFailures }) => hasFailures,
    () => recordOverMinutes(db),
    logUnlessTransient(log, 'failed sign-ins were not recorded'),
  );
