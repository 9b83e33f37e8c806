import { expect, type Locator, type Page } from '@playwright/test';
import { attach, paste, picture } from './support/files.ts';
import { chooseFromMenu } from './support/message-menu.ts';
import { composer, message } from './support/people.ts';
import { expectLoaded, log, meet, report, sendDialog, sendIt } from './support/sending-files.ts';
import { test } from './support/test.ts';

const QUESTION = '¿Tienes el plano?';
const plan = picture('plano.png', 300, 200);

const bar = (within: Page | Locator) => within.getByRole('region', { name: 'Respondiendo a' });
const quoteIn = (page: Page, words: string, quoted: string) =>
  message(page, words).getByRole('button', { name: quoted });

async function ask(page: Page): Promise<void> {
  await composer(page).fill(QUESTION);
  await composer(page).press('Enter');
}

const answer = (page: Page, words: string) => chooseFromMenu(page, words, 'Responder');

test('a file chosen or pasted answers the message that the reply bar shows', async ({
  browser,
  server,
  administration,
}) => {
  const { anas, brunos } = await meet(browser, server.url, administration);
  await ask(brunos);
  await answer(anas, QUESTION);
  await attach(anas, plan);
  await expect(bar(sendDialog(anas))).toContainText(QUESTION);
  await sendDialog(anas).getByRole('textbox').fill('Es este');
  await sendIt(anas);
  await expect(bar(anas)).toBeHidden();
  for (const page of [anas, brunos]) {
    await expect(quoteIn(page, 'Es este', QUESTION)).toBeVisible();
    await expectLoaded(message(page, 'Es este').getByRole('img', { name: plan.name }));
  }

  // Bruno replies to the picture with a file and no text. Cancelling the dialog first keeps the reply.
  await answer(brunos, 'Es este');
  const mark = picture('image.png', 120, 90);
  await paste(composer(brunos), mark);
  await sendDialog(brunos).getByRole('button', { name: 'Cancelar', exact: true }).click();
  await expect(bar(brunos)).toContainText('Es este');
  await paste(composer(brunos), mark);
  await sendIt(brunos);
  const answered = log(anas)
    .getByRole('article')
    .filter({ has: anas.getByRole('img', { name: mark.name }) });
  await expectLoaded(answered.getByRole('button', { name: 'Es este' }).locator('img'));

  // The reply is cancelled in the dialog, so the file is no reply.
  await answer(anas, QUESTION);
  await attach(anas, report);
  await bar(sendDialog(anas)).getByRole('button', { name: 'Cancelar respuesta' }).click();
  await sendDialog(anas).getByRole('textbox').fill('Sin más');
  await sendIt(anas);
  await expect(message(brunos, 'Sin más')).toBeVisible();
  await expect(quoteIn(brunos, 'Sin más', QUESTION)).toBeHidden();
});

test('a file that answers a message still does after a refusal and a reload', async ({
  browser,
  server,
  administration,
}) => {
  const { anas, brunos } = await meet(browser, server.url, administration);
  let isRefused = true;
  await anas.route('**/api/chats/messages/*/reply', (route) =>
    isRefused
      ? route.fulfill({ status: 429, json: { message: 'Más despacio' } })
      : route.continue(),
  );
  await ask(brunos);
  await answer(anas, QUESTION);
  await attach(anas, plan);
  await sendDialog(anas).getByRole('textbox').fill('Otra vez');
  await sendIt(anas);
  const retry = log(anas).getByRole('button', { name: 'Reintentar' });
  await expect(retry).toBeVisible();
  await expect(bar(anas)).toBeHidden();
  await anas.reload();
  await expect(quoteIn(anas, 'Otra vez', QUESTION)).toBeVisible();
  isRefused = false;
  await retry.click();
  await expect(quoteIn(brunos, 'Otra vez', QUESTION)).toBeVisible();
  await expect(retry).toBeHidden();
});
