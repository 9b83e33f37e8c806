import type { Page } from '@playwright/test';
import { dialog } from './desk.ts';

/** Chooses a file by the button that the dialog of an import offers now. */
export async function chooseFile(
  page: Page,
  text: string | Buffer,
  name = 'personas.csv',
): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await dialog(page)
    .getByRole('button', { name: /^(?:Elegir archivo CSV|Otro archivo)$/ })
    .click();
  await (await chooser).setFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
}
