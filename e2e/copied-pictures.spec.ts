import { expect, type Page } from '@playwright/test';
import { picture } from './support/files.ts';
import { arriveInChat, composer } from './support/people.ts';
import { test } from './support/test.ts';

/** Copies through the real clipboard as other programs do, each kind unchanged. */
async function copy(page: Page, kinds: { text?: string; html?: string }): Promise<void> {
  const base64 = picture('image.png', 8, 8).buffer.toString('base64');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate(
    async ({ base64, text, html }) => {
      const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
      const item = new ClipboardItem({
        'image/png': new Blob([bytes], { type: 'image/png' }),
        ...(text && { 'text/plain': text }),
        ...(html && { 'text/html': html }),
      });
      await navigator.clipboard.write([item]);
    },
    { base64, ...kinds },
  );
}

test('a picture that is copied with its name is a file, and with its text a text', async ({
  browser,
  server,
  administration,
}) => {
  const group = await administration.registerGroup('copias');
  const ana = await administration.registerUser('ana', [group]);
  const page = await arriveInChat(browser, server.url, ana, group, 'General');
  const box = composer(page);
  const dialog = page.getByRole('dialog', { name: 'Enviar archivo' });
  for (const text of ['foto.png', 'file:///home/ana/foto.png']) {
    await copy(page, { text });
    await box.press('Control+v');
    await expect(dialog).toBeVisible();
    await dialog.getByRole('button', { name: 'Cancelar' }).click();
    await expect(dialog).toBeHidden();
  }
  await copy(page, { text: 'foto.png', html: '<table><td>foto.png</td></table>' });
  await box.press('Control+v');
  await expect(box).toHaveValue('foto.png');
  await expect(dialog).toBeHidden();
});
