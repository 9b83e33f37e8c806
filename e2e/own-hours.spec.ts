import { expect, type Page } from '@playwright/test';
import type { Administration, Group } from './support/administration.ts';
import { whenRegistered } from './support/live.ts';
import { look, notifiedIn, signedInWithStandIn } from './support/notified.ts';
import {
  arriveInChat,
  chatEntry,
  message,
  openAccount,
  openChat,
  write,
  writerOf,
} from './support/people.ts';
import { test } from './support/test.ts';

const zone = 'Europe/Madrid';

/** An office of its own, for hours of the company would concern all tests of this server. */
async function registerOffice({ call }: Administration, name: string) {
  const { uuid: projectId } = await call<{ uuid: string }>('POST', '/projects', {
    name: `${name}-${Date.now()}`,
  });
  const office = await call<{ uuid: string }>('POST', '/offices', { name, projectId });
  const group = await call<Group>('POST', '/groups', {
    name: `${name} equipo ${Date.now()}`,
    projectId,
    officeId: office.uuid,
  });
  const setDays = (days: number[]) =>
    call('PUT', `/offices/${office.uuid}/working-hours`, {
      timezone: zone,
      days: days.map((day) => ({ day, from: '09:00', to: '24:00' })),
      holidays: [],
    });
  return { office, group, setDays };
}

/** The number of the day that comes so many days after today, in the zone of the readers. */
function dayIn(days: number): number {
  const name = new Intl.DateTimeFormat('en', { weekday: 'short', timeZone: zone });
  const names = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
  return names.indexOf(name.format(Date.now() + days * 86_400_000)) + 1;
}

const hint = (page: Page) => page.getByText('Fuera de su horario: no se le avisará');

test('a direct chat says until when the other one is outside their hours, from the start on', async ({
  browser,
  server,
  administration,
}) => {
  const { group, setDays } = await registerOffice(administration, 'Gijon');
  const ana = await administration.registerUser('ana', [group]);
  const bruno = await administration.registerUser('bruno', [group]);
  const page = await arriveInChat(browser, server.url, ana, group, bruno.email);
  await setDays([dayIn(1)]);
  await expect(hint(page)).toHaveText(
    'Fuera de su horario: no se le avisará hasta mañana a las 09:00',
  );
  await write(page, 'hola');
  await expect(message(page, 'hola')).toBeVisible();
  await setDays([dayIn(3)]);
  const name = new Intl.DateTimeFormat('es', { weekday: 'long', timeZone: zone });
  const weekday = name.format(Date.now() + 3 * 86_400_000);
  await expect(hint(page)).toHaveText(
    `Fuera de su horario: no se le avisará hasta el ${weekday} a las 09:00`,
  );
  await page.getByRole('list', { name: 'Conversaciones' }).getByText('General').click();
  await expect(hint(page)).toHaveCount(0);
  await administration.call(
    'PUT',
    `/offices/${(await officeOf(administration, group)).uuid}/working-hours`,
    null,
  );
  await chatEntry(page, bruno.email).click();
  await expect(page.getByRole('textbox', { name: 'Escribe un mensaje' })).toBeVisible();
  await expect(hint(page)).toHaveCount(0);
});

async function officeOf({ call }: Administration, { uuid }: Group) {
  const groups = await call<(Group & { officine: { uuid: string } })[]>('GET', '/groups');
  const found = groups.find((each) => each.uuid === uuid);
  if (!found) throw new Error('the group is gone');
  return found.officine;
}

test('outside their hours nobody is notified, unless they choose it in their account', async ({
  browser,
  server,
  administration,
}) => {
  const { group, setDays } = await registerOffice(administration, 'Oviedo');
  const ana = await administration.registerUser('ana', [group]);
  const bruno = await administration.registerUser('bruno', [group]);
  await setDays([dayIn(2)]);
  const page = await signedInWithStandIn(browser, server.url, ana);
  const isRegistered = whenRegistered(page);
  await openChat(page, group, 'General');
  await isRegistered;
  await look(page, false);
  const brunoWrites = await writerOf(server.url, bruno, group, ana);
  await brunoWrites('de noche');
  await expect(page).toHaveTitle('(1) WEB CHAT');

  await look(page, true);
  await openAccount(page, ana);
  const own = page.getByRole('region', { name: 'Notificaciones' });
  await expect(own).toContainText('Ahora estás fuera de tu horario, hasta el');
  const choice = own.getByRole('switch', { name: 'Avisarme también fuera de mi horario' });
  await expect(choice).not.toBeChecked();
  await choice.focus();
  // The switch shows the choice before it is stored.
  const isStored = page.waitForResponse(/\/api\/users\/me\/notifications$/);
  await page.keyboard.press('Space');
  await expect(choice).toBeChecked();
  await isStored;
  await page.goBack();
  await look(page, false);
  await brunoWrites('otra vez de noche');
  await expect.poll(() => notifiedIn(page)).toHaveLength(1);
  expect((await notifiedIn(page))[0]?.body).toBe('otra vez de noche');

  await page.reload();
  await openAccount(page, ana);
  await expect(choice).toBeChecked();
});
