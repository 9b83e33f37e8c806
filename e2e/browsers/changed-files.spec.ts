import { rm, writeFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { arriveInChat, message as messageIn } from '../support/people.ts';
import { message } from './support/hands.ts';
import { test } from './support/test.ts';

const COPIED = { css: '[role=dialog] [aria-busy=false]', text: '.txt' };
const DIALOG = { css: '[role=dialog]', text: 'Enviar archivo' };
const CHOSEN = 'lo que se eligió';

const changes: Record<string, (path: string) => Promise<void>> = {
  'went away': (path) => rm(path),
  'has become longer': (path) => writeFile(path, `${CHOSEN} y lo que vino después`),
  'has become shorter': (path) => writeFile(path, 'otra'),
  'was replaced': async (path) => {
    await rm(path);
    await writeFile(path, CHOSEN.toUpperCase());
  },
};

/** The content of the message's file, as the reader downloads it. */
async function received(page: Page, text: string): Promise<string> {
  const link = messageIn(page, text).getByRole('link');
  return (await page.request.get((await link.getAttribute('href')) ?? '')).text();
}

test('a file that changed or went away on the disk after it was chosen is sent as it was chosen', async ({
  browser,
  server,
  hands,
  team,
  network,
}) => {
  const { ana, bruno, group } = team;
  await hands.arrive(ana, group);
  const brunos = await arriveInChat(browser, server.url, bruno, group, 'General');
  const choose = async (caption: string) => {
    const path = test.info().outputPath(`${caption}.txt`);
    await writeFile(path, CHOSEN);
    await hands.choose(path);
    await hands.see(COPIED);
    await hands.type(caption);
    return path;
  };
  const send = async () => {
    await hands.click({ css: '[role=dialog] button', text: 'Enviar' });
    await hands.seeNo(DIALOG);
  };

  for (const [how, change] of Object.entries(changes)) {
    await test.step(`before it was sent it ${how}`, async () => {
      await change(await choose(how));
      await send();
      await expect(messageIn(brunos, how)).toBeVisible();
      expect(await received(brunos, how)).toBe(CHOSEN);
    });
  }

  await test.step('while it waited for the network', async () => {
    network.cut();
    const path = await choose('sin red');
    await send();
    await hands.see(message('sin red'));
    await rm(path);
    network.restore();
    await expect(messageIn(brunos, 'sin red')).toBeVisible();
    expect(await received(brunos, 'sin red')).toBe(CHOSEN);
  });
});
