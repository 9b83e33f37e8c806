import { message } from './support/hands.ts';
import { test } from './support/test.ts';

test('the page opens while its server is away, and goes on when it is back', async ({
  hands,
  network,
  team,
}) => {
  const { ana, group } = team;
  await hands.arrive(ana, group);
  await hands.write('antes');
  await hands.see({ css: '[role=log] [role=img]', text: 'Enviado' });
  await hands.evaluate(async () => void (await navigator.serviceWorker.ready), null);
  network.cut();
  await hands.open(`/groups/${group.uuid}`);
  await hands.see({ css: 'body', text: 'Sin conexión' });
  network.restore();
  await hands.see(message('antes'));
  await hands.write('De vuelta');
  await hands.see(message('De vuelta'));
});
