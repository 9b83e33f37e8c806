import { expect, type Page } from '@playwright/test';
import { administrationOf, callsOf } from './administration.ts';
import { dialog, press } from './desk.ts';
import type { LongCompany } from './long-company.ts';
import { goTo, type Look, lookAtDialog } from './look-at.ts';
import { administrator } from './server.ts';

const LONG_REASON = 'Queja formal por mensajes fuera de horario; expediente 2026/117. '.repeat(7);

/** A conversation that opens with a reason, and the page of who may supervise no more. */
export async function walkReasons(page: Page, company: LongCompany, look: Look): Promise<void> {
  const { group, viewer } = company;
  await goTo(page, '/admin/chats');
  const entries = page.getByRole('list', { name: 'Conversaciones' }).getByRole('button');
  await expect(entries.first()).toBeVisible();
  await look('chats: without their messages');
  await entries.filter({ hasText: viewer.email }).first().click();
  await press(page, 'Abrir conversación');
  await lookAtDialog(page, look, 'a conversation without a reason');
  await entries.filter({ hasText: viewer.email }).first().click();
  await dialog(page).getByLabel('Motivo').fill(LONG_REASON);
  await press(page, 'Abrir conversación');
  await expect(page.getByText(/Abierta hasta las/)).toBeVisible();
  await expect(page.getByRole('article').first()).toBeVisible();
  await look('chats: open for a reason');
  await page.getByRole('button', { name: 'Exportar conversación' }).click();
  await press(page, 'Preparar la descarga');
  await expect(dialog(page).getByRole('status')).toContainText('Preparado');
  await lookAtDialog(page, look, 'a conversation to download');
  await page.getByRole('button', { name: 'Cerrar conversación' }).click();
  await expect(page.getByText(/Abierta hasta las/)).toHaveCount(0);
  await takeSupervision(new URL(page.url()).origin);
  await goTo(page, '/admin/chats');
  await expect(page.getByText('La supervisión de conversaciones está desactivada')).toBeVisible();
  await look('chats: off');
  await expect(page.getByText(group.name)).toHaveCount(0);
}

/** By another administrator, from the one who looks. */
async function takeSupervision(url: string): Promise<void> {
  const first = await administrationOf(url);
  const other = { email: 'otra@empresa.local', password: 'otra-secreta' };
  const { uuid } = await first.call<{ uuid: string }>('GET', '/users/me');
  const names = { firstName: 'Otra', lastName: 'Prueba' };
  const currentPassword = administrator.password;
  await first.call('POST', '/users', { ...names, ...other, role: 'ADMIN', currentPassword });
  const call = await callsOf(url, other);
  const taken = { supervisor: false, currentPassword: other.password };
  await call('PUT', `/users/${uuid}`, { ...names, email: administrator.email, ...taken });
}
