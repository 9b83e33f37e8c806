import { expect } from '@playwright/test';
import { arriveInChat, message as messageIn, write } from '../support/people.ts';
import { button, COMPOSER, message } from './support/hands.ts';
import { test } from './support/test.ts';

const option = (text: string) => ({ css: '[role=menuitem]', text });

test('people sign in, write to each other and see by the ticks what was read', async ({
  browser,
  server,
  hands,
  team,
}) => {
  const { ana, bruno, group } = team;
  await hands.open('/auth/login');
  await hands.click({ css: 'input', text: 'Correo electrónico' });
  await hands.type(ana.email);
  await hands.press('Tab');
  await hands.type(ana.password);
  await hands.press('Enter');
  await hands.click({ css: 'nav a', text: group.name });
  await hands.click({ css: '[aria-label=Conversaciones] button', text: bruno.email });
  await hands.write('¿Estás ahí?');
  await hands.see({ css: '[role=log] [role=img]', text: 'Enviado' });

  const brunos = await arriveInChat(browser, server.url, bruno, group, ana.email);
  await expect(messageIn(brunos, '¿Estás ahí?')).toBeVisible();
  await hands.see({ css: '[role=log] [role=img]', text: 'Visto' });
  await write(brunos, 'Aquí estoy');
  await hands.see(message('Aquí estoy'));
});

test('a message is answered and reacted to by pointer and by keys, and the keyboard goes on where it was', async ({
  browser,
  server,
  hands,
  team,
}) => {
  const { ana, bruno, group } = team;
  await hands.arrive(ana, group);
  const brunos = await arriveInChat(browser, server.url, bruno, group, 'General');
  await write(brunos, '¿Vienes mañana?');
  await hands.see(message('¿Vienes mañana?'));

  await hands.click(button('Opciones del mensaje'));
  await hands.click(option('Responder'));
  await hands.see({ css: 'main form', text: bruno.email });
  await hands.type('a las nueve');
  await hands.press('Enter');
  await expect(messageIn(brunos, 'a las nueve')).toContainText('¿Vienes mañana?');
  // Bruno may receive the message before Ana's page knows that it was sent, and she can react only then.
  await hands.see({ css: '[role=log] [role=img]', text: 'Visto' });

  await hands.focusOn(button('Opciones del mensaje'));
  await hands.press('Enter');
  await hands.hasFocus(option('Responder'));
  await hands.press('ArrowDown');
  await hands.press('Enter');
  await hands.hasFocus({ css: '[role=dialog] button' });
  await hands.press('Enter');
  await expect(messageIn(brunos, 'a las nueve').getByRole('button', { name: '👍' })).toBeVisible();
  await hands.seeNo({ css: '[role=dialog]' });
  await hands.hasFocus(button('Opciones del mensaje'));
});

test('one scrolls back to the oldest message and returns to the newest, without an error in the page', async ({
  hands,
  team,
}) => {
  const { ana, group } = team;
  await hands.arrive(ana, group);
  await hands.evaluate(fillChat, { groupId: group.uuid, count: 90 });
  // After a reload the page knows no row heights.
  await hands.open(`/groups/${group.uuid}`);
  await hands.noteErrors();
  await hands.see(message('línea 89'));
  const log = await hands.reach({ css: '[role=log]' });
  const isAtOldest = async () => {
    await hands.wheel(log, -800);
    return Boolean(await hands.look(message('línea 0:')));
  };
  await expect.poll(isAtOldest, { intervals: [20] }).toBe(true);
  await hands.click(button('Ir al mensaje más reciente'));
  await hands.see(message('línea 89'));
  expect(await hands.errors()).toEqual([]);
});

test('after a reload notifications can be switched on, or the page says what stands in the way', async ({
  hands,
  team,
}) => {
  const { ana, group } = team;
  await hands.arrive(ana, group);
  await hands.open(`/groups/${group.uuid}`);
  await hands.see(COMPOSER);
  await hands.click({ css: `button[title="${ana.email}"]` });
  await hands.see(option('Activar notificaciones'));
});

/** Messages of all heights, each of which begins with its number. */
async function fillChat({ groupId, count }: { groupId: string; count: number }) {
  const { accessToken } = JSON.parse(localStorage.getItem('chat.login') ?? '{}');
  const headers = { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' };
  const ask = async (path: string, body?: object) => {
    const request = body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers };
    return (await (await fetch(`/api${path}`, request)).json()).content;
  };
  const [{ chatUuid }] = await ask(`/groups/${groupId}/chats`);
  for (let line = 0; line < count; line++) {
    const content = `línea ${line}: ${'bastante larga para ocupar más. '.repeat((line * 7) % 23)}`;
    await ask(`/chats/${chatUuid}/messages`, {
      type: 'TEXT',
      content,
      referenceId: `linea-${line}`,
    });
  }
}
