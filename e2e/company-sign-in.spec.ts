import { type Browser, expect, type Page } from '@playwright/test';
import { administrationOf } from './support/administration.ts';
import { barriers, noBarriers } from './support/barriers.ts';
import { type CompanyProvider, startCompanyWithProvider } from './support/company-provider.ts';
import { dialog, expectFailure } from './support/desk.ts';
import { administrator, type RunningServer } from './support/server.ts';
import { bareTest as test } from './support/test.ts';

let provider: CompanyProvider;
let server: RunningServer;

/** The tests of the block share such a company. */
function shareCompany(settings: Record<string, string> = {}): void {
  test.beforeAll(async () => {
    ({ provider, server } = await startCompanyWithProvider(settings));
  });
  test.afterAll(async () => {
    await server.remove();
    await provider.stop();
  });
}

async function openSignIn(browser: Browser, path = '/auth/login'): Promise<Page> {
  const context = await browser.newContext({ baseURL: server.url, ignoreHTTPSErrors: true });
  const page = await context.newPage();
  await page.goto(path);
  return page;
}

const company = (page: Page) => page.getByRole('button', { name: 'Entrar con Acme' });

test.describe('beside the passwords', () => {
  shareCompany();

  test('somebody signs in by their company and lands as after any sign-in', async ({ browser }) => {
    const { registerUser } = await administrationOf(server.url);
    const { email } = await registerUser('empresa');
    provider.person = { id: 'sub-1', email, email_verified: true };
    const page = await openSignIn(browser);
    await expect(page.getByRole('button', { name: 'Log In' })).toBeVisible();
    await noBarriers(page);
    await company(page).click();
    await expect(page.getByRole('button', { name: 'Cerrar sesión' })).toBeAttached();
    await expect(page).toHaveURL(/\/groups\//);

    // Whoever is signed in has nothing to prove, and nothing is used up.
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.goto('/auth/oidc?code=una&state=otra');
    await expect(page).toHaveURL(/\/groups\//);
    await expect(page.getByRole('button', { name: 'Cerrar sesión' })).toBeAttached();
    expect(asked).not.toContain('/api/auth/oidc/callback');
  });

  test('a page that was asked for before is opened after the way over the provider', async ({
    browser,
  }) => {
    const { registerUser } = await administrationOf(server.url);
    const { email } = await registerUser('enlace');
    provider.person = { id: 'sub-5', email, email_verified: true };
    const page = await openSignIn(browser, '/chats/me');
    await company(page).click();
    await expect(page.getByRole('heading', { name: 'Mi chat' })).toBeVisible();
    await expect(page).toHaveURL(/\/chats\/me$/);
  });

  // This test stops the provider, so it comes last.
  test('whoever is not let in reads why, and may try again', async ({ browser }) => {
    provider.person = { id: 'sub-2', email: 'nadie@empresa.local', email_verified: true };
    const page = await openSignIn(browser);
    await company(page).click();
    await expectFailure(page, 'Tu cuenta no está registrada aquí. Contacta con un administrador.');
    expect(new URL(page.url()).search).toBe('');
    await noBarriers(page);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(company(page)).toBeVisible();

    for (const refusal of ['error=access_denied', 'code=inventado&state=ajeno', '']) {
      await page.goto(`/auth/oidc?${refusal}`);
      await expectFailure(page, 'No se pudo comprobar tu cuenta. Inténtalo de nuevo.');
      expect(new URL(page.url()).search).toBe('');
    }
    await page.getByRole('button', { name: 'Volver a entrar' }).click();
    await provider.stop();
    await company(page).click();
    await expectFailure(page, 'cuenta de empresa');
    await expect(company(page)).toBeEnabled();
  });
});

test.describe('where devices wait for approval', () => {
  shareCompany({ DEVICE_APPROVAL: 'users' });

  test('a device that waits is told its code', async ({ browser }) => {
    const { registerUser } = await administrationOf(server.url);
    const { email } = await registerUser('espera');
    provider.person = { id: 'sub-3', email, email_verified: true };
    const page = await openSignIn(browser);
    await company(page).click();
    await expectFailure(page, 'pendiente de autorización');
    await expect(page.getByText('Código de este dispositivo')).toBeVisible();
    expect(await barriers(page)).toEqual([]);
  });
});

test.describe('without passwords', () => {
  shareCompany({ PASSWORD_LOGIN: '0' });

  test('where the company is the only way in, the page offers nothing else', async ({
    browser,
  }) => {
    provider.person = { id: 'sub-4', email: administrator.email, email_verified: true };
    const page = await openSignIn(browser);
    await expect(company(page)).toBeVisible();
    await expect(page.getByPlaceholder('Contraseña')).toHaveCount(0);
    await page.reload();
    await expect(company(page)).toBeVisible();
    expect(await barriers(page)).toEqual([]);
    await company(page).click();
    await expect(page).toHaveURL(/\/admin\/users$/);
    await page.getByRole('button', { name: 'Registrar usuario' }).click();
    await expect(dialog(page)).toContainText('Entrará con Acme: no hace falta contraseña.');
  });
});
