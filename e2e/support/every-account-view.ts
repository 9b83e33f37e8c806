import { expect, type Page } from '@playwright/test';
import { callsOf } from './administration.ts';
import { codeOf, secretOn } from './authenticator.ts';
import { dialog, press } from './desk.ts';
import type { LongCompany } from './long-company.ts';
import { goTo, type Look, lookAtDialog } from './look-at.ts';

const region = (page: Page, name: string) => page.getByRole('region', { name });

/** 'Mi cuenta': the person has another session, and sets up two steps. */
export async function walkAccount(page: Page, { viewer }: LongCompany, look: Look): Promise<void> {
  await callsOf(new URL(page.url()).origin, viewer);
  await goTo(page, '/account');
  const sessions = region(page, 'Sesiones');
  await expect(sessions.getByRole('listitem').nth(1)).toBeVisible();
  await look('own account');
  await sessions.getByRole('listitem').last().getByRole('button').click();
  await lookAtDialog(page, look, 'end a session');
  await sessions.getByRole('button', { name: 'Cerrar las demás' }).click();
  await lookAtDialog(page, look, 'end other sessions');
  await page.getByRole('button', { name: 'Cambiar contraseña' }).click();
  await press(page, 'Actualizar');
  await lookAtDialog(page, look, 'own password, refused');
  await walkTwoSteps(page, look);
}

async function walkTwoSteps(page: Page, look: Look): Promise<void> {
  const section = region(page, 'Verificación en dos pasos');
  await section.getByRole('button', { name: 'Configurar' }).click();
  await walkSetUp(page, look);
  await press(page, 'Terminar');
  await look('recovery codes, asked before they are left');
  await press(page, 'Ya los tengo');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(section).toContainText('Activada');
  await look('own account, two steps on');
  await section.getByRole('button', { name: 'Configurar de nuevo' }).click();
  await press(page, 'Empezar');
  await expect(dialog(page)).toContainText('Escribe tu contraseña');
  await lookAtDialog(page, look, 'set-up anew');
  await section.getByRole('button', { name: 'Desactivar' }).click();
  await lookAtDialog(page, look, 'two steps off');
}

/** From the beginning of a set-up to its recovery codes, in a dialog or on the screen of a restricted session. */
export async function walkSetUp(page: Page, look: Look): Promise<void> {
  const begin = page.getByRole('button', { name: 'Empezar' });
  await expect(begin).toBeVisible();
  await look('set-up of two steps');
  await begin.click();
  const secret = await secretOn(page);
  const code = page.getByRole('textbox', { name: 'Código de verificación' });
  await code.fill('000000');
  await code.press('Enter');
  await expect(page.getByText('Código incorrecto')).toBeVisible();
  await look('set-up of two steps, the QR code');
  await code.fill(codeOf(secret));
  await code.press('Enter');
  await expect(page.getByRole('list', { name: 'Códigos de recuperación' })).toBeVisible();
  await look('recovery codes');
}
