import { expect, test } from 'vitest';
import { startApp } from '../../test/build-app.ts';

test('once nobody can know what the database stored, every socket is closed so that its client comes back', async () => {
  const app = await startApp();
  const live = await app.elena.connect();
  const reason = new Promise((resolve) => live.socket.once('disconnect', resolve));
  app.ctx.db.events.emit('doubt');
  app.ctx.db.events.emit('doubt');
  expect(await reason).toBe('transport close');
  const again = await app.elena.connect();
  await again.fence();
  expect(live.all('session:ended')).toEqual([]);
  again.close();
  await app.close();
});
