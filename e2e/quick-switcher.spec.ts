import { expect, type Page } from '@playwright/test';
import { openForm } from './support/desk.ts';
import {
  arrive,
  arriveInChat,
  chatEntry,
  composer,
  message,
  openChat,
  signedIn,
  write,
} from './support/people.ts';
import { administrator } from './support/server.ts';
import { test } from './support/test.ts';

const switcher = (page: Page) => page.getByRole('dialog', { name: 'Ir a…' });
const switcherFile = '**/assets/quick-switcher-*.js';

/** Holds the quick switcher's code back until the returned function is called. */
async function holdSwitcher(page: Page): Promise<() => void> {
  let arrives = () => {};
  const held = new Promise<void>((resolve) => {
    arrives = resolve;
  });
  await page.route(switcherFile, async (route) => {
    await held;
    await route.continue();
  });
  return arrives;
}

test('Ctrl+K leads to a person of another group, and back to the text that was being written', async ({
  browser,
  server,
  administration,
}) => {
  const [sales, stock] = [
    await administration.registerGroup('ventas'),
    await administration.registerGroup('almacén'),
  ];
  const ana = await administration.registerUser('ana', [sales, stock]);
  const bruno = await administration.registerUser('bruno', [stock]);
  const carla = await administration.registerUser('carla', [stock]);
  const page = await arriveInChat(browser, server.url, ana, sales, 'General');
  await composer(page).fill('¿A qué hora');
  await page.keyboard.press('Control+k');
  await expect(switcher(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(switcher(page)).toBeHidden();
  await expect(composer(page)).toBeFocused();
  await page.keyboard.type('?');
  await expect(composer(page)).toHaveText('¿A qué hora?');

  await page.keyboard.press('Control+k');
  const field = page.getByRole('combobox', { name: 'Ir a…' });
  await field.fill('BRUNO almacen');
  await expect(page.getByRole('option')).toHaveText([
    new RegExp(bruno.email),
    /Buscar «BRUNO almacen» en los mensajes/,
  ]);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/groups/${stock.uuid}$`));
  await expect(page.getByRole('main').getByRole('heading', { name: bruno.email })).toBeVisible();
  await expect(composer(page)).toBeFocused();
  await write(page, 'Hola, Bruno');
  await expect(message(page, 'Hola, Bruno')).toBeVisible();

  await page.getByRole('button', { name: 'Ir a…' }).click();
  await field.fill(stock.name);
  const carlas = page.getByRole('option').filter({ hasText: carla.email });
  await expect(carlas).toBeVisible();
  while ((await carlas.getAttribute('aria-selected')) !== 'true') {
    await page.keyboard.press('ArrowDown');
  }
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main').getByRole('heading', { name: carla.email })).toBeVisible();
  await expect(chatEntry(page, bruno.email)).toBeVisible();
});

test('an administrator reaches the pages of the administration, and sees what the keyboard can do', async ({
  browser,
  server,
}) => {
  const page = await arrive(browser, server.url, administrator);
  await expect(page.getByRole('heading', { name: 'Usuarios' })).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Ir a…' }).fill('oficinas');
  await expect(page.getByRole('option', { selected: true })).toContainText('Oficinas');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/admin\/oficinas$/);
  await expect(page.getByRole('heading', { name: 'Oficinas', level: 1 })).toBeVisible();
  await expect(switcher(page)).toBeHidden();

  await page.keyboard.press('?');
  const sheet = page.getByRole('dialog', { name: 'Atajos de teclado' });
  await expect(sheet).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();

  const form = await openForm(page, 'Registrar oficina');
  await page.keyboard.press('Control+k');
  await expect(form).toBeVisible();
  await expect(switcher(page)).toBeHidden();
});

test('what is typed while the quick switcher is on its way stands in its field, and nowhere else', async ({
  browser,
  server,
  administration,
}) => {
  const sales = await administration.registerGroup('ventas');
  const ana = await administration.registerUser('ana', [sales]);
  const page = await signedIn(browser, server.url, ana);
  const arrives = await holdSwitcher(page);
  await openChat(page, sales, 'General');
  await composer(page).fill('Hola');

  await page.keyboard.press('Control+k');
  await page.keyboard.type('nadie');
  await page.keyboard.press('Escape');
  await expect(composer(page)).toBeFocused();
  await page.keyboard.type(', Ana');
  await expect(composer(page)).toHaveText('Hola, Ana');

  await page.keyboard.press('Control+k');
  await page.keyboard.type('VENTOS');
  await page.keyboard.press('Enter');
  for (const key of ['ArrowLeft', 'Backspace', 'Tab', 'a']) await page.keyboard.press(key);
  const field = page.getByRole('combobox', { name: 'Ir a…' });
  await expect(field).toBeHidden();
  arrives();
  await expect(field).toBeFocused();
  await expect(field).toHaveValue('VENTaS');
  await page.keyboard.type('zz');
  await expect(field).toHaveValue('VENTaSzz');
  await page.keyboard.press('Escape');
  await expect(switcher(page)).toBeHidden();
  await expect(composer(page)).toBeFocused();
  await expect(composer(page)).toHaveText('Hola, Ana');
});

test('what is typed before the next frame stands in the field of a quick switcher that is at hand', async ({
  browser,
  server,
  administration,
}) => {
  const sales = await administration.registerGroup('ventas');
  const ana = await administration.registerUser('ana', [sales]);
  const page = await arriveInChat(browser, server.url, ana, sales, 'General');
  const field = page.getByRole('combobox', { name: 'Ir a…' });
  await page.keyboard.press('Control+k');
  await expect(field).toBeFocused();
  await page.keyboard.press('Escape');
  await composer(page).focus();

  await page.evaluate(async () => {
    const shortcut = { key: 'k', ctrlKey: true, bubbles: true, cancelable: true };
    document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', shortcut));
    const { port1, port2 } = new MessageChannel();
    const nextTask = new Promise((resolve) => {
      port1.onmessage = resolve;
    });
    port2.postMessage(null);
    await nextTask;
    document.execCommand('insertText', false, 'ven');
  });
  await expect(field).toHaveValue('ven');
  await page.keyboard.press('Escape');
  await expect(composer(page)).toBeFocused();
  await expect(composer(page)).toHaveText('');
});

test('an accent that is begun while the quick switcher is on its way meets its letter', async ({
  browser,
  server,
  administration,
}) => {
  const sales = await administration.registerGroup('ventas');
  const ana = await administration.registerUser('ana', [sales]);
  const page = await signedIn(browser, server.url, ana);
  const arrives = await holdSwitcher(page);
  await openChat(page, sales, 'General');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('m');
  const keyboard = await page.context().newCDPSession(page);
  await keyboard.send('Input.imeSetComposition', {
    text: '´',
    selectionStart: 1,
    selectionEnd: 1,
  });
  const arrived = page.waitForResponse(switcherFile);
  arrives();
  await (await arrived).finished();
  await keyboard.send('Input.insertText', { text: 'á' });
  await page.keyboard.type('s');
  await expect(page.getByRole('combobox', { name: 'Ir a…' })).toHaveValue('más');
});

test('a click beside it calls off a quick switcher that is on its way', async ({
  browser,
  server,
}) => {
  const page = await signedIn(browser, server.url, administrator);
  await holdSwitcher(page);
  await page.goto('/admin/oficinas');
  const opener = page.getByRole('button', { name: 'Ir a…' });
  await opener.click();
  await expect(switcher(page)).toBeVisible();
  await page.mouse.click(5, 400);
  await expect(switcher(page)).toBeHidden();
  await expect(opener).toBeFocused();
});
