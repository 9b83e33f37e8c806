import type { Page } from '@chat/contract/route';
import { type Db, type Sql, sql } from '../../db/database.ts';
import { containsPattern, type Listed, listRows } from '../../db/page.ts';

export interface DeviceRow {
  id: number;
  uuid: string;
  userUuid: string;
  userEmail: string;
  offices: string[];
  name: string | null;
  address: string | null;
  code: string | null;
  createdAt: Date;
  approvedAt: Date | null;
}

/** The devices that `condition` picks with their users' offices, gathered once for all of them. */
const devicesWhere = (condition: Sql): Sql => sql`
  with found as (
    select d.id, d.uuid, d.user_id, u.uuid as user_uuid, u.email as user_email, d.name, d.address, d.code, d.created_at, d.approved_at
    from devices d join users u on u.id = d.user_id and u.deleted_at is null
    where ${condition}
  ), offices_of as (
    select gp.user_id, array_agg(distinct o.name collate "C") as names
    from group_participants gp
      join groups g on g.id = gp.group_id
      join offices o on o.id = g.office_id
    where gp.user_id in (select user_id from found)
    group by gp.user_id
  )
  select found.*, coalesce(offices_of.names, '{}') as offices
  from found left join offices_of on offices_of.user_id = found.user_id`;

/** Waiting ones first, then newest first (rules/devices 9). */
export function findDevices(
  db: Db,
  search: string | undefined,
  page: Page | undefined,
): Promise<Listed<DeviceRow>> {
  const pattern = containsPattern(search) ?? null;
  const matching = sql`(${pattern}::text is null or u.email like ${pattern})`;
  const order = sql`order by found.approved_at is not null, found.created_at desc, found.id desc`;
  return listRows(db, devicesWhere(matching), order, page);
}

export function findDeviceByUuid(db: Db, uuid: string): Promise<DeviceRow | undefined> {
  return db.maybeOne(devicesWhere(sql`d.uuid = ${uuid}`));
}

export interface KnownDevice {
  id: number;
  uuid: string;
  approvedAt: Date | null;
  code: string | null;
  /** Whether its user has yet to learn there that somebody else has set the password. */
  isResetUnseen: boolean;
}

export function findDevice(
  db: Db,
  userId: number,
  identifierHash: Buffer,
): Promise<KnownDevice | undefined> {
  return db.maybeOne(sql`
    select d.id, d.uuid, d.approved_at, d.code, ${isResetUnseen} is true as is_reset_unseen
    from devices d join users u on u.id = d.user_id
    where d.user_id = ${userId} and d.identifier_hash = ${identifierHash}`);
}

/** True when the user has never had a device before. */
export async function insertOwner(tx: Db, userId: number): Promise<boolean> {
  const inserted = await tx.run(sql`
    insert into device_owners (user_id) values (${userId}) on conflict do nothing`);
  return inserted > 0;
}

/** Until the commit nobody else records a device of the user. */
export function lockOwner(tx: Db, userId: number): Promise<number> {
  return tx.run(sql`select from device_owners where user_id = ${userId} for update`);
}

interface NewDevice {
  uuid: string;
  userId: number;
  identifierHash: Buffer;
  approved: boolean;
  name: string | null;
  address: string;
  code: string;
}

/** False when the user has this device already. */
export async function insertDevice(db: Db, device: NewDevice): Promise<boolean> {
  const inserted = await db.run(sql`
    insert into devices (uuid, user_id, identifier_hash, name, address, code, approved_at)
    values (
      ${device.uuid}, ${device.userId}, ${device.identifierHash},
      ${device.name}, ${device.address}, ${device.code},
      case when ${device.approved}::boolean then now() end
    )
    on conflict (user_id, identifier_hash) do nothing`);
  return inserted > 0;
}

/** For a waiting device that was recorded before devices were described. */
export function describeDevice(
  db: Db,
  id: number,
  { name, address, code }: Pick<NewDevice, 'name' | 'address' | 'code'>,
): Promise<number> {
  return db.run(sql`
    update devices set name = ${name}, address = ${address}, code = ${code}
    where id = ${id} and code is null`);
}

/** Oldest first. */
export function findWaitingDevices(
  db: Db,
  userId: number,
): Promise<Pick<DeviceRow, 'id' | 'address'>[]> {
  return db.many(sql`
    select id, address from devices where user_id = ${userId} and approved_at is null
    order by created_at, id`);
}

export async function removeDevices(db: Db, ids: number[]): Promise<void> {
  await db.run(sql`delete from devices where id = any(${ids}::bigint[])`);
}

/** True for the administrator who has been there longest. */
export async function isFirstAdministrator(db: Db, userId: number): Promise<boolean> {
  const row = await db.maybeOne<{ id: number }>(
    sql`select id from users where is_admin order by id limit 1`,
  );
  return row?.id === userId;
}

/** Zero rows when it has been approved before: the first time is kept. */
export function updateDeviceApproved(db: Db, id: number): Promise<number> {
  return db.run(sql`
    update devices set approved_at = now() where id = ${id} and approved_at is null`);
}

/** From now on no session of the device is let in. */
export function updateDeviceWaiting(db: Db, id: number): Promise<number> {
  return db.run(sql`update devices set approved_at = null where id = ${id}`);
}

export function removeDevice(db: Db, id: number): Promise<number> {
  return db.run(sql`delete from devices where id = ${id}`);
}

export function removeDevicesOfUser(db: Db, userId: number): Promise<number> {
  return db.run(sql`delete from devices where user_id = ${userId}`);
}

/** Once for each reset; of one that another device was told of before, only if this device is older. */
const isResetUnseen = sql`
  (d.told_of_reset_at is distinct from u.password_reset_at
    and (d.created_at < u.password_reset_at or not u.password_reset_told))`;

/** From now on it has been told of it; false when it had been before. The user is locked. */
export async function updateResetSeen(tx: Db, id: number): Promise<boolean> {
  const updated = await tx.run(sql`
    update devices d set told_of_reset_at = u.password_reset_at
    from users u where d.id = ${id} and u.id = d.user_id and ${isResetUnseen}`);
  return updated > 0;
}

/** The person's devices, and that they ever had one. */
export async function eraseDevices(tx: Db, userId: number): Promise<void> {
  await tx.run(sql`delete from devices where user_id = ${userId}`);
  await tx.run(sql`delete from device_owners where user_id = ${userId}`);
}
