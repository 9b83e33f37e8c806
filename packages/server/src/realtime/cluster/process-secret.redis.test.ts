import { expect, test } from 'vitest';
import { createTestDatabase } from '../../../test/database.ts';
import { findOrInsertSecret } from './open-redis.ts';
import { SECRET_BYTES } from './other-processes.ts';

test('of several that ask at once on a new database all get the secret that one of them has made', async () => {
  const database = await createTestDatabase();
  const pools = Array.from({ length: 4 }, () => database.open());
  const secrets = await Promise.all(pools.map(findOrInsertSecret));
  expect(new Set(secrets.map((secret) => secret.toString('hex'))).size).toBe(1);
  expect(secrets[0]).toHaveLength(SECRET_BYTES);
  await Promise.all(pools.map((pool) => pool.close()));
  await database.remove();
});
