import { type Db, sql } from '../../db/database.ts';

export interface NewDeviceRow {
  uuid: string;
  userId: number;
  identifierHash: Buffer;
  createdAt: Date;
  approvedAt: Date | null;
  name: string;
  address: string;
  code: string;
}

export function insertDevices(db: Db, devices: NewDeviceRow[]): Promise<number> {
  return db.run(sql`
    insert into devices (uuid, user_id, identifier_hash, created_at, approved_at, name, address, code)
    select * from unnest(
      ${devices.map(({ uuid }) => uuid)}::uuid[], ${devices.map(({ userId }) => userId)}::bigint[],
      ${devices.map(({ identifierHash }) => identifierHash)}::bytea[],
      ${devices.map(({ createdAt }) => createdAt)}::timestamptz[],
      ${devices.map(({ approvedAt }) => approvedAt)}::timestamptz[],
      ${devices.map(({ name }) => name)}::text[], ${devices.map(({ address }) => address)}::text[],
      ${devices.map(({ code }) => code)}::text[]
    )`);
}
