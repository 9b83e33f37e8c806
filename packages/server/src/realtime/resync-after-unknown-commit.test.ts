import { expect, test } from 'vitest';
import { startApp } from '../../test/build-app.ts';

test('once nobody can know what the database stored, every socket is closed so that its client comes back', async () => {
  const app = await startApp();
  const live = await app.elena.connect();
  const reason = new Promise((resolve) => live.socket.once('disconnect', resolve));
  app.ctx.db.events.emit('commitUnknown');
  app.ctx.db.events.emit('commitUnknown');
  expect(await reason).toBe('transport close');
  expect(live.all('session:ended')).toEqual([]);
  // A client that comes back before the server has asked the database is closed once more, so it reads later changes
  // too.
  const again = await app.elena.connect();
  await again.closed();
  await app.close();
});
