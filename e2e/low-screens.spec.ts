import { expect, type Page } from '@playwright/test';
import type { Administration, Group } from './support/administration.ts';
import { chooseByKeys, chooseFromMenu } from './support/message-menu.ts';
import { arriveInChat, composer, message, write, writerOf } from './support/people.ts';
import { LOW } from './support/reach.ts';
import { say } from './support/search.ts';
import { test } from './support/test.ts';
import { record, recorder } from './support/voice.ts';

/** A message of one line with its bubble, px. */
const LEAST = 48;

/** With whatever stands around it. */
const expectConversation = (page: Page) =>
  expect
    .poll(async () => (await page.getByRole('log', { name: 'Mensajes' }).boundingBox())?.height)
    .toBeGreaterThanOrEqual(LEAST);

/** The text of the message. The sender's name, above the first message of a minute, may lie beyond the edge. */
const lineOf = (page: Page, text: string) => message(page, text).getByText(text, { exact: true });

for (const size of LOW) {
  const name = `${size.width} × ${size.height}`;

  test(`on ${name} one reads and writes`, async ({ browser, server, administration }) => {
    const group = await administration.registerGroup('baja');
    const ana = await administration.registerUser('ana', [group]);
    await say(server.url, ana, group, ['Uno', 'Dos', 'Tres']);
    const page = await arriveInChat(browser, server.url, ana, group, 'General');
    await page.setViewportSize(size);
    await expect(lineOf(page, 'Tres')).toBeInViewport({ ratio: 0.9 });
    await expect(composer(page)).toBeInViewport({ ratio: 1 });
    await expectConversation(page);
    await write(page, 'Cuatro');
    await expect(lineOf(page, 'Cuatro')).toBeInViewport({ ratio: 0.9 });

    await chooseFromMenu(page, 'Cuatro', 'Responder');
    await composer(page).fill('Una línea\n'.repeat(12));
    await expect(composer(page)).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole('button', { name: 'Enviar' })).toBeInViewport({ ratio: 1 });
    await expectConversation(page);
    await page.getByRole('button', { name: 'Enviar' }).click();
    await expect(message(page, 'Una línea')).toHaveCount(1);
    await expect(composer(page)).toHaveValue('');
  });

  test(`on ${name} one signs in, and out`, async ({ page, administration }) => {
    const ana = await administration.registerUser('ana');
    await page.setViewportSize(size);
    await page.goto('/auth/login');
    await page.getByPlaceholder('Correo electrónico').fill(ana.email);
    await page.getByPlaceholder('Contraseña').fill(ana.password);
    await page.getByRole('button', { name: 'Log In' }).click();
    await expect(page.getByRole('banner')).toBeVisible();
    const out = page.getByRole('button', { name: 'Cerrar sesión' });
    if (!(await out.isVisible())) await page.getByRole('button', { name: 'Abrir menú' }).click();
    await out.click();
    await expect(page.getByPlaceholder('Correo electrónico')).toBeVisible();
  });
}

/** A group whose people are outside their hours. */
async function registerGroupAtRest({ call }: Administration): Promise<Group> {
  const name = `Soria ${Date.now()}`;
  const { uuid: projectId } = await call<{ uuid: string }>('POST', '/projects', { name });
  const office = await call<{ uuid: string }>('POST', '/offices', { name, projectId });
  // Far from today in any zone, however long the test takes.
  const day = ((new Date().getUTCDay() + 2) % 7) + 1;
  await call('PUT', `/offices/${office.uuid}/working-hours`, {
    timezone: 'Europe/Madrid',
    days: [{ day, from: '09:00', to: '10:00' }],
    holidays: [],
  });
  return call<Group>('POST', '/groups', { name, projectId, officeId: office.uuid });
}

test('between the lines of a direct chat, a reply and many lines in the box messages stay in sight', async ({
  browser,
  server,
  administration,
}) => {
  const group = await registerGroupAtRest(administration);
  const ana = await administration.registerUser('ana', [group]);
  const bruno = await administration.registerUser('bruno', [group]);
  const say = await writerOf(server.url, bruno, group, ana);
  await say('Hola');
  const page = await arriveInChat(browser, server.url, ana, group, bruno.email);
  const availability = page.getByText('Fuera de su horario: no se le avisará');
  await expect(availability).toBeVisible();
  await expect(page.getByText('Este chat puede ser supervisado')).toBeVisible();
  for (const size of LOW) {
    await page.setViewportSize(size);
    await chooseByKeys(page, 'Hola', 'Responder');
    await composer(page).fill('Una línea\n'.repeat(12));
    await expectConversation(page);
    await expect(composer(page)).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole('region', { name: 'Respondiendo a' })).toBeInViewport({ ratio: 1 });
    await page.getByRole('button', { name: 'Cancelar respuesta' }).click();
    // Near the limit the box counts.
    await composer(page).fill('a'.repeat(9_990));
    await expect(page.getByText(/9.990/)).toBeInViewport({ ratio: 1 });
    await expectConversation(page);
    await composer(page).fill('');
    await record(page, '0:01');
    await expectConversation(page);
    await recorder(page).getByRole('button', { name: 'Cancelar' }).click();
  }
  // A screen reader says it all the same.
  await expect(availability).toBeAttached();
});
