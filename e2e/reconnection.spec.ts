import { expect, type Page } from '@playwright/test';
import { banner, type Desk, expectConversation, store, test, tick } from './support/office.ts';
import { composer, message, write } from './support/people.ts';

/** Writes the message; the network breaks before the answer comes, and then returns. */
async function writeUnanswered({ page, network }: Desk, text: string, reader: Page): Promise<void> {
  network.swallowAnswers();
  await write(page, text);
  await expect(message(reader, text)).toBeVisible();
  network.cut();
  await expect(banner(page)).toBeVisible();
  network.restore();
  await expect(banner(page)).toBeHidden();
}

test('what two people write while the network or the server is gone stands once and in one order on both screens', async ({
  browser,
  office: { sitDown },
  server,
}) => {
  test.setTimeout(240_000);
  const [ana, bruno] = [await sitDown(browser, 'ana'), await sitDown(browser, 'bruno')];
  const texts = ['m-uno'];
  const expectBoth = async () => {
    await expectConversation(ana.page, texts);
    await expectConversation(bruno.page, texts);
  };
  await write(ana.page, 'm-uno');
  await expectBoth();

  await test.step('a network that is cut', async () => {
    ana.network.cut();
    await ana.page.context().setOffline(true);
    await expect(banner(ana.page)).toBeVisible();
    await write(ana.page, 'm-cuatro');
    await write(ana.page, 'm-cinco');
    await composer(ana.page).fill('a medio escribir');
    await store(bruno.page, 'm-dos');
    await store(bruno.page, 'm-tres');
    await expect(banner(bruno.page)).toBeHidden();

    await ana.page.context().setOffline(false);
    ana.network.restore();
    texts.push('m-dos', 'm-tres', 'm-cuatro', 'm-cinco');
    await expectBoth();
    await expect(banner(ana.page)).toBeHidden();
    await expect(composer(ana.page)).toHaveValue('a medio escribir');
    await tick(bruno.page, 'm-tres', 'Visto');
    await tick(ana.page, 'm-cinco', 'Visto');
  });

  await test.step('a server that is killed and started again', async () => {
    await server.stop('SIGKILL');
    await expect(banner(ana.page)).toBeVisible();
    await expect(banner(bruno.page)).toBeVisible();
    await write(ana.page, 'm-seis');
    await composer(bruno.page).fill('también a medias');
    await server.start();
    texts.push('m-seis');
    await expectBoth();
    await expect(banner(ana.page)).toBeHidden();
    await expect(composer(bruno.page)).toHaveValue('también a medias');
    await tick(ana.page, 'm-seis', 'Visto');
  });

  await test.step('an answer that is lost after the message was stored', async () => {
    await writeUnanswered(ana, 'm-siete', bruno.page);
    await write(bruno.page, 'm-ocho');
    texts.push('m-siete', 'm-ocho');
    await expectBoth();
    await tick(ana.page, 'm-siete', 'Visto');
  });
});
