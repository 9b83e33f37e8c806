import { expect, type Locator, type Page } from '@playwright/test';
import { callsOf } from './support/administration.ts';
import { attach, picture } from './support/files.ts';
import { whenRegistered } from './support/live.ts';
import { menuButton } from './support/message-menu.ts';
import { type MissingParts, missParts, partFailure } from './support/missing-parts.ts';
import { openNetwork } from './support/network.ts';
import { composer, message, openChat, signedIn } from './support/people.ts';
import { sendIt, thumbnail } from './support/sending-files.ts';
import { administrator } from './support/server.ts';
import { test as base } from './support/test.ts';
import { recordButton, tone } from './support/voice.ts';

const DRAFT = 'a medias';

interface Part {
  file: string;
  /** Makes the page load the part. */
  open: (page: Page) => Promise<void>;
  /** Visible once the part has loaded. */
  shown: (page: Page) => Locator;
  /** Closes the part, or prepares the page for the next part. */
  close?: (page: Page) => Promise<void>;
}

const pressEscape = (page: Page) => page.keyboard.press('Escape');
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const inMenu = (entry: string) => async (page: Page) => {
  await message(page, 'una mía').last().hover();
  await menuButton(message(page, 'una mía').last()).click();
  await page.getByRole('menuitem', { name: entry, exact: true }).click();
};
const inAccount = (entry: string) => async (page: Page) => {
  await page.getByRole('banner').locator('[aria-haspopup=menu]').click();
  await page.getByRole('menuitem', { name: entry, exact: true }).click();
};
const dialog = (name: string | RegExp) => (page: Page) => page.getByRole('dialog', { name });

/** The order counts: some parts are opened from others. */
const parts: Part[] = [
  {
    file: 'overlays',
    open: (page) => button(page, 'Emojis').click(),
    shown: dialog('Emojis'),
  },
  {
    file: 'emoji-picker',
    open: (page) => button(page, 'Emojis').click(),
    shown: (page) => page.getByRole('dialog', { name: 'Emojis' }).getByRole('searchbox'),
  },
  {
    file: 'message-menu-popup',
    open: async (page) => {
      await message(page, 'una mía').hover();
      await menuButton(message(page, 'una mía')).click();
    },
    shown: (page) => page.getByRole('menu'),
  },
  {
    file: 'reaction-picker',
    open: inMenu('Reaccionar'),
    shown: dialog('Reaccionar'),
    close: (page) => dialog('Reaccionar')(page).getByRole('button', { name: '👍' }).click(),
  },
  {
    file: 'reactions-dialog',
    open: (page) => message(page, 'una mía').getByRole('button', { name: '👍' }).click(),
    shown: dialog('Reacciones'),
  },
  { file: 'information-dialog', open: inMenu('Información'), shown: dialog(/Información/) },
  {
    file: 'forward-dialog',
    open: inMenu('Reenviar'),
    shown: dialog(/Reenviar/),
    // Escape would act on the list of chats first.
    close: (page) => button(page, 'Cancelar').click(),
  },
  {
    file: 'delete-own-dialog',
    open: inMenu('Eliminar'),
    shown: dialog(/Eliminar/),
  },
  {
    file: 'editing-tools',
    open: inMenu('Editar'),
    shown: (page) => page.getByRole('main').getByText('Editando mensaje').first(),
    close: async (page) => {
      await page.getByRole('textbox', { name: 'Editar mensaje' }).fill('una mía, corregida');
      await page.keyboard.press('Enter');
      await expect(message(page, 'una mía')).toContainText('editado');
    },
  },
  {
    file: 'send-file-dialog',
    open: (page) => attach(page, picture('foto.png', 64, 48)),
    shown: dialog('Enviar archivo'),
    close: async (page) => {
      await sendIt(page);
      await expect(thumbnail(page, 'foto.png')).toBeVisible();
    },
  },
  {
    file: 'image-dialog',
    open: (page) => thumbnail(page, 'foto.png').click(),
    shown: dialog('foto.png'),
  },
  {
    file: 'quick-switcher',
    open: (page) => page.keyboard.press('Control+k'),
    shown: (page) => page.getByRole('dialog', { name: 'Ir a…' }).getByRole('combobox'),
  },
  { file: 'shortcuts-sheet', open: inAccount('Atajos de teclado'), shown: dialog(/Atajos/) },
  {
    file: 'search-body',
    open: (page) => page.keyboard.press('Control+Shift+f'),
    shown: (page) => page.locator('[data-search-panel] p[role=status]'),
    close: (page) => button(page, 'Cerrar búsqueda').click(),
  },
];
const others = ['voice-recorder', 'audio-player', 'chats-me.page'];
const all = [...parts.map(({ file }) => file), ...others];

/** Parts that the page fetches before anybody needs them. */
const ahead = [
  'overlays',
  'message-menu-popup',
  'editing-tools',
  'send-file-dialog',
  'image-dialog',
  'quick-switcher',
  'search-body',
  'voice-recorder',
];

interface Talk {
  page: Page;
  missing: MissingParts;
  /** Bruno writes, and Ana's page shows it. */
  receive: (text: string) => Promise<void>;
}

const test = base.extend<{ talk: Talk }>({
  talk: async ({ browser, server, administration }, use) => {
    const group = await administration.registerGroup('partes');
    const ana = await administration.registerUser('ana', [group]);
    const bruno = await administration.registerUser('bruno', [group]);
    const [anas, brunos] = [await callsOf(server.url, ana), await callsOf(server.url, bruno)];
    const [general] = await brunos<{ chatUuid: string }[]>('GET', `/groups/${group.uuid}/chats`);
    const path = `/chats/${general?.chatUuid}/messages`;
    await anas('POST', path, { type: 'TEXT', content: 'una mía' });
    const page = await signedIn(browser, server.url, ana);
    const missing = await missParts(page.context(), all);
    await openChat(page, group, 'General');
    await composer(page).fill(DRAFT);
    // The page asks twice for the parts that it fetches ahead; after that only the test causes requests.
    for (const file of ahead) {
      await expect.poll(() => missing.refusals(file), file).toBeGreaterThanOrEqual(2);
    }
    const receive = async (content: string) => {
      await brunos('POST', path, { type: 'TEXT', content });
      await expect(message(page, content)).toBeAttached();
    };
    await use({ page, missing, receive });
  },
});

async function expectAllElseStays({ page, receive }: Talk, text: string): Promise<void> {
  await receive(text);
  await expect(page.getByText('No se pudo abrir la página')).toBeHidden();
  await expect(page.getByRole('main').locator('textarea')).toHaveCount(1);
}

/** The other parts come as they should. */
async function expectEachWhenAskedFor(talk: Talk, late: Part[]): Promise<void> {
  const { page, missing } = talk;
  missing.lose('away');
  for (const part of parts) if (!late.includes(part)) missing.give(part.file);
  for (const { file, open, shown, close = pressEscape } of late) {
    await test.step(file, async () => {
      await open(page);
      await expect(partFailure(page)).toBeVisible();
      await expectAllElseStays(talk, `mientras falta ${file}`);
      missing.give(file);
      await partFailure(page).getByRole('button', { name: 'Reintentar' }).click();
      await expect(partFailure(page)).toBeHidden();
      await expect(shown(page)).toBeAttached();
      await close(page);
    });
  }
  await expect(composer(page)).toHaveValue(DRAFT);
}

const ofMessages = parts.slice(0, 8);

test('a part that does not come says so in its place, and comes when it is asked for again', async ({
  talk,
}) => {
  test.slow();
  await expectEachWhenAskedFor(talk, ofMessages);
});

test('so does a part for writing, looking for something and going elsewhere', async ({ talk }) => {
  test.slow();
  await expectEachWhenAskedFor(
    talk,
    parts.filter((part) => !ofMessages.includes(part)),
  );
});

// A dialog, a menu and a panel. The tests above show that one component tells of a failure in each of the fourteen.
const goneParts = parts.filter(({ file }) =>
  ['overlays', 'message-menu-popup', 'search-body'].includes(file),
);

test('what is gone after an upgrade offers to load the page anew, which keeps what was typed', async ({
  talk,
}) => {
  const { page, missing } = talk;
  missing.lose('gone');
  for (const { file, open, shown, close = pressEscape } of goneParts) {
    await test.step(file, async () => {
      await open(page);
      await expect(partFailure(page)).toBeVisible();
      await expectAllElseStays(talk, `cuando ya no está ${file}`);
      const loaded = page.waitForEvent('load');
      page.once('framenavigated', () => missing.give(file));
      await partFailure(page).getByRole('button', { name: 'Recargar' }).click();
      await loaded;
      await expect(composer(page)).toHaveValue(DRAFT);
      await open(page);
      await expect(shown(page)).toBeAttached();
      await close(page);
    });
  }
});

test('a newer version is told of when a file of this one is gone', async ({ talk }) => {
  const { page, missing } = talk;
  const shell = await (await page.request.get('/auth/login')).text();
  const body = shell.replace(/index-[\w-]+\.js/, 'index-otra.js');
  missing.lose('gone');
  await page.context().route('**/auth/login', (route) => route.fulfill({ body }));
  await button(page, 'Emojis').click();
  await expect(partFailure(page)).toBeVisible();
  const notice = page.getByRole('status').filter({ hasText: 'Hay una versión nueva' });
  await expect(notice).toBeAttached();
});

test('a page that does not come leaves the way back to the open chat', async ({ talk }) => {
  const { page, missing, receive } = talk;
  missing.lose('away');
  await page.getByRole('link', { name: 'Mi chat' }).click();
  await expect(page.getByRole('main').getByText('No se pudo abrir la página')).toBeVisible();
  await page.goBack();
  await expect(composer(page)).toHaveValue(DRAFT);
  await receive('de vuelta');
});

test('what came with no network is fetched with the next connection', async ({
  browser,
  server,
  administration,
}) => {
  const network = await openNetwork(server.url);
  const group = await administration.registerGroup('voz');
  const ana = await administration.registerUser('ana', [group]);
  const page = await signedIn(browser, network.url, ana);
  const missing = await missParts(page.context(), others);
  await openChat(page, group, 'General');
  const song = tone('canción.wav', 1);
  await attach(page, song);
  await sendIt(page);
  await expect(message(page, '').getByRole('link', { name: song.name })).toBeVisible();
  await expect(recordButton(page)).toBeHidden();
  missing.give(...others);
  network.cut();
  await expect(page.getByText('Sin conexión').first()).toBeVisible();
  network.restore();
  await expect(recordButton(page)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Reproducir' })).toBeVisible();
  await network.close();
});

test('so is it in the administration', async ({ browser, server }) => {
  const page = await signedIn(browser, server.url, administrator);
  const missing = await missParts(page.context(), ['audit-dialog']);
  // A page that registers tries again by itself.
  const isRegistered = whenRegistered(page);
  await page.goto('/admin/chats');
  await isRegistered;
  missing.lose('away');
  await button(page, 'Registro de auditoría').click();
  await expect(partFailure(page)).toBeVisible();
  missing.give('audit-dialog');
  await partFailure(page).getByRole('button', { name: 'Reintentar' }).click();
  await expect(page.getByRole('dialog', { name: 'Registro de auditoría' })).toBeVisible();
});
