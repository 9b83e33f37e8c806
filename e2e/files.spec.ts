import { readFile, writeFile } from 'node:fs/promises';
import { expect, type Locator, type Page, type Route } from '@playwright/test';
import type { Administration, Person } from './support/administration.ts';
import {
  attach,
  bitmap,
  drag,
  drawing,
  giantPicture,
  type LocalFile,
  paste,
  picture,
} from './support/files.ts';
import { composer, message } from './support/people.ts';
import {
  expectLoaded,
  log,
  meet,
  report,
  sendDialog,
  sendIt,
  thumbnail,
} from './support/sending-files.ts';
import { test } from './support/test.ts';

async function expectDownload(page: Page, link: Locator, file: LocalFile): Promise<void> {
  const started = page.waitForEvent('download');
  await link.click();
  const download = await started;
  expect(download.suggestedFilename()).toBe(file.name);
  expect((await readFile(await download.path())).equals(file.buffer)).toBe(true);
}

async function deleteFile(
  { call }: Administration,
  { email }: Person,
  { name }: LocalFile,
): Promise<void> {
  const [chat] = await call<{ uuid: string }[]>('GET', `/chats?search=${email}`);
  const path = `/chats/${chat?.uuid}/messages`;
  const messages = await call<{ uuid: string; fileName: string | null }[]>('GET', path);
  const sent = messages.find(({ fileName }) => fileName === name);
  await call('DELETE', `${path}/${sent?.uuid}`);
}

test('a file chosen, dropped or pasted reaches the others, who see it, open it and download it whole', async ({
  browser,
  server,
  administration,
}) => {
  const { ana, anas, brunos } = await meet(browser, server.url, administration);

  const photo = picture('Foto de Ávila.PNG', 900, 600);
  await attach(anas, photo);
  await sendDialog(anas).getByRole('textbox').fill('mirad esto');
  await sendDialog(anas).getByRole('textbox').press('Enter');
  await expect(sendDialog(anas)).toBeHidden();
  await expectLoaded(thumbnail(brunos, photo.name));
  await expectLoaded(thumbnail(anas, photo.name));
  await expect(message(brunos, 'mirad esto').getByRole('img', { name: photo.name })).toBeVisible();

  await thumbnail(brunos, photo.name).click();
  const preview = brunos.getByRole('dialog', { name: photo.name });
  await expectLoaded(preview.getByRole('img'));
  await expectDownload(
    brunos,
    preview.getByRole('link', { name: `Descargar ${photo.name}` }),
    photo,
  );
  await preview.getByRole('button', { name: 'Cerrar' }).click();
  await expect(preview).toBeHidden();

  await drag(log(anas), 'drop', [report]);
  await sendIt(anas);
  await expectDownload(
    brunos,
    log(brunos).getByRole('link', { name: `Descargar ${report.name}` }),
    report,
  );

  const capture = picture('image.png', 40, 30);
  await composer(anas).fill('una captura');
  await paste(composer(anas), capture);
  await expect(sendDialog(anas).getByRole('textbox')).toHaveValue('una captura');
  await sendDialog(anas).getByRole('button', { name: 'Cancelar' }).click();
  await expect(composer(anas)).toHaveValue('una captura');
  await paste(composer(anas), capture);
  await sendIt(anas);
  await expect(composer(anas)).toHaveValue('');
  await expectLoaded(message(brunos, 'una captura').getByRole('img', { name: capture.name }));

  await deleteFile(administration, ana, photo);
  await expect(thumbnail(brunos, photo.name)).toBeHidden();
  await expect(thumbnail(anas, photo.name)).toBeHidden();
});

test('an SVG is shown as the server has drawn it, in place and large, and nothing in it runs', async ({
  browser,
  server,
  administration,
}) => {
  let answer = () => {};
  const isAnswered = new Promise<void>((settle) => {
    answer = settle;
  });
  const { anas, brunos } = await meet(browser, server.url, administration, async (route) => {
    await isAnswered;
    await route.continue();
  });
  const logo = drawing('Logo.SVG');
  await attach(anas, logo);
  await sendIt(anas);
  // The server has not made a thumbnail yet.
  await expect(log(anas).getByText(logo.name)).toBeVisible();
  await expect(thumbnail(anas, logo.name)).toBeHidden();
  const fetched: string[] = [];
  brunos.on('request', (request) => fetched.push(request.url()));
  answer();
  for (const page of [anas, brunos]) {
    await expect(thumbnail(page, logo.name)).toHaveJSProperty('naturalWidth', 480);
  }
  await thumbnail(brunos, logo.name).click();
  const preview = brunos.getByRole('dialog', { name: logo.name });
  await expect(preview.getByRole('img')).toHaveJSProperty('naturalWidth', 480);
  const files = fetched.filter((url) => url.includes('/api/files/'));
  expect(files.filter((url) => !url.endsWith('?size=thumb'))).toEqual([]);
  await expectDownload(brunos, preview.getByRole('link', { name: `Descargar ${logo.name}` }), logo);
  expect(await brunos.evaluate(() => 'hasRun' in window)).toBe(false);
  expect(await brunos.locator('object, embed, iframe').count()).toBe(0);
});

test('an image can be seen large while it is on its way, and stays when it has arrived', async ({
  browser,
  server,
  administration,
}) => {
  let answer = () => {};
  const isAnswered = new Promise<void>((settle) => {
    answer = settle;
  });
  const { anas, brunos } = await meet(browser, server.url, administration, async (route) => {
    await isAnswered;
    await route.continue();
  });
  const photo = picture('patio.png', 900, 600);
  await attach(anas, photo);
  await sendIt(anas);
  await log(anas)
    .getByRole('button', { name: `Ver imagen ${photo.name}` })
    .click();
  const preview = anas.getByRole('dialog', { name: photo.name });
  await expectLoaded(preview.getByRole('img'));
  await expect(preview.getByRole('img')).toHaveAttribute('src', /^blob:/);
  answer();
  await expectLoaded(thumbnail(brunos, photo.name));
  await expect(preview.getByRole('img')).toHaveAttribute('src', /^\/api\/files\/[^?]+$/);
  await expectLoaded(preview.getByRole('img'));
  await expectDownload(anas, preview.getByRole('link', { name: `Descargar ${photo.name}` }), photo);
  await anas.keyboard.press('Escape');
  await expect(preview).toBeHidden();
});

test('an upload can be cancelled, and one that failed waits over a reload to be tried again', async ({
  browser,
  server,
  administration,
}) => {
  let onPost = async (_: Route) => {};
  const { anas, brunos } = await meet(browser, server.url, administration, (route) =>
    onPost(route),
  );

  const huge = test.info().outputPath('copia.zip');
  await writeFile(huge, Buffer.alloc(25 * 2 ** 20 + 1));
  await attach(anas, huge);
  await expect(sendDialog(anas).getByRole('alert')).toHaveText(
    'El archivo supera el tamaño máximo de 25 MB',
  );
  await expect(sendDialog(anas).getByRole('button', { name: 'Enviar' })).toBeDisabled();
  await sendDialog(anas).getByRole('button', { name: 'Cancelar' }).click();

  const photo = picture('foto.png', 300, 200);
  await attach(anas, photo);
  await sendIt(anas);
  await expect(log(anas).getByRole('progressbar', { name: 'Enviando foto.png' })).toBeVisible();
  await log(anas).getByRole('button', { name: 'Cancelar' }).click();
  await expect(thumbnail(anas, photo.name)).toBeHidden();

  // After a refusal by the server, only the user tries again.
  onPost = (route) => route.fulfill({ status: 429, json: { message: 'Más despacio' } });
  await attach(anas, photo);
  await sendIt(anas);
  const retry = log(anas).getByRole('button', { name: 'Reintentar' });
  await expect(retry).toBeVisible();
  await anas.reload();
  await expect(retry).toBeVisible();
  await expectLoaded(thumbnail(anas, photo.name));
  onPost = (route) => route.continue();
  await retry.click();
  await expectLoaded(thumbnail(brunos, photo.name));
  await expect(retry).toBeHidden();
  await expect(thumbnail(brunos, photo.name)).toHaveCount(1);
});

test('a BMP is seen; a picture beyond measure is a card to download, and what is none is sent as a file', async ({
  browser,
  server,
  administration,
}) => {
  const { anas, brunos } = await meet(browser, server.url, administration);

  const plan = bitmap('plano.bmp', 900, 600);
  await attach(anas, plan);
  await sendIt(anas);
  await expectLoaded(thumbnail(brunos, plan.name));
  await expect(thumbnail(brunos, plan.name)).toHaveJSProperty('naturalWidth', 900);

  const giant = giantPicture('panorama.png');
  await attach(anas, giant);
  await sendIt(anas);
  const card = log(brunos).getByRole('link', { name: `Descargar ${giant.name}` });
  await expectDownload(brunos, card, giant);
  await expect(thumbnail(brunos, giant.name)).toBeHidden();

  const words = { name: 'gif.gif', mimeType: 'image/gif', buffer: Buffer.from('GIF es un tipo') };
  await attach(anas, words);
  await sendDialog(anas).getByRole('textbox').fill('la nota de ayer');
  await sendIt(anas);
  await expect(anas.getByText('El archivo no es una imagen válida')).toBeVisible();
  await expect(log(anas).getByRole('button', { name: 'Descartar' })).toBeVisible();
  await expect(log(anas).getByRole('button', { name: 'Reintentar' })).toBeHidden();
  await expect(log(brunos).getByText(words.name)).toBeHidden();
  await log(anas).getByRole('button', { name: 'Enviar como archivo' }).click();
  const note = message(brunos, 'la nota de ayer');
  await expectDownload(brunos, note.getByRole('link', { name: `Descargar ${words.name}` }), words);
  await expect(log(anas).getByRole('button', { name: 'Descartar' })).toBeHidden();
});
