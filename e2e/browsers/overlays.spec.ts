import { expect } from '@playwright/test';
import { callsOf } from '../support/administration.ts';
import { arriveInChat, message as messageIn, write } from '../support/people.ts';
import { SEEN, translate } from '../support/translator.ts';
import { button, COMPOSER, message } from './support/hands.ts';
import { test } from './support/test.ts';

const DIALOG = { css: '[role=dialog]' };
const MENU = { css: '[role=menu]' };

test('the way back closes a menu, a dialog and what lies over it, one by one, and leaves no step behind', async ({
  hands,
  team,
}) => {
  const { ana, group } = team;
  const back = () => hands.evaluate(() => window.history.back(), null);
  const layers = () => hands.evaluate(() => window.history.state?.layers ?? 0, null);
  await hands.arrive(ana, group);
  await hands.write('Me quedo aquí');
  await hands.see({ css: '[role=log] [role=img]', text: 'Enviado' });

  await hands.click(button('Opciones del mensaje'));
  await hands.see(MENU);
  await back();
  await hands.seeNo(MENU);

  await hands.click(button('Opciones del mensaje'));
  await hands.click({ css: '[role=menuitem]', text: 'Reenviar' });
  await hands.click({ css: '[role=option]' });
  await back();
  await hands.see({ ...DIALOG, text: '¿Descartar los cambios?' });
  await back();
  await hands.seeNo({ ...DIALOG, text: '¿Descartar los cambios?' });
  await hands.see({ ...DIALOG, text: 'Reenviar' });
  await hands.click(button('Cerrar'));
  await hands.seeNo(DIALOG);
  await expect.poll(layers).toBe(0);

  await hands.press('Control+k');
  await hands.see(DIALOG);
  await hands.press('Escape');
  await hands.seeNo(DIALOG);
  await expect.poll(layers).toBe(0);
  await hands.see(message('Me quedo aquí'));
  await hands.see(COMPOSER);
});

test('a conversation goes on in a browser that translates the page', async ({
  browser,
  server,
  hands,
  team,
}) => {
  const { ana, bruno, group } = team;
  await hands.arrive(ana, group);
  await hands.evaluate(translate, { mark: SEEN });
  const brunos = await arriveInChat(browser, server.url, bruno, group, 'General');
  for (const turn of [1, 2, 3]) {
    await hands.write(`De Ana ${turn}`);
    await write(brunos, `De Bruno ${turn}`);
    await hands.see(message(`De Ana ${turn}${SEEN}`));
    await hands.see(message(`De Bruno ${turn}${SEEN}`));
  }
  await expect(messageIn(brunos, 'De Ana 3')).toBeVisible();
  await hands.click(button('Opciones del mensaje'));
  await hands.click({ css: '[role=menuitem]', text: 'Responder' });
  await hands.write('Contesto');
  await hands.see(message(`Contesto${SEEN}`));
});

const FAILURE = { css: '[role=alert], dialog', text: 'No se pudo cargar esta parte' };
const PICKER = { css: '[role=dialog] input', text: 'Buscar emoji' };

test('a part that does not come says so in its place, all else goes on, and a reload brings it', async ({
  server,
  network,
  hands,
  team,
}) => {
  const { ana, bruno, group } = team;
  // The part is lost from the start: the page may fetch parts ahead.
  network.lose('/assets/emoji-picker');
  await hands.arrive(ana, group);
  await hands.type('a medias');
  await hands.click(button('Emojis'));
  await hands.see(FAILURE);
  const brunos = await callsOf(server.url, bruno);
  const [general] = await brunos<{ chatUuid: string }[]>('GET', `/groups/${group.uuid}/chats`);
  const content = 'Sigo aquí';
  await brunos('POST', `/chats/${general?.chatUuid}/messages`, { type: 'TEXT', content });
  await hands.see(message(content));
  await hands.see(COMPOSER);
  network.restore();
  await hands.click(button('Recargar'));
  await hands.seeNo(FAILURE);
  await hands.holds('a medias');
  await hands.click(button('Emojis'));
  await hands.see(PICKER);
});
