import { expect, type Locator, type Page } from '@playwright/test';
import { type Administration, callsOf } from './support/administration.ts';
import type { LocalFile } from './support/files.ts';
import { arriveInChat, chooseChat, peerOf } from './support/people.ts';
import { log } from './support/sending-files.ts';
import { type Stage, test } from './support/test.ts';
import { at, pause, play, slider, tone } from './support/voice.ts';

declare global {
  interface Window {
    /** The element that the page plays with. */
    player: HTMLMediaElement;
  }
}

/** Gives the test access to the playing element, whether its message is visible or not. */
function notePlayer(): void {
  const { play: begin } = HTMLMediaElement.prototype;
  HTMLMediaElement.prototype.play = function play() {
    window.player = this;
    return begin.call(this);
  };
}

const playerOf = (page: Page, name: string) =>
  log(page).getByRole('group', { name: `Audio ${name}` });

/** Bruno sees these recordings of Ana's, which come over HTTP; `say` makes calls as her. */
async function receive({ browser, server, administration }: Stage, recordings: LocalFile[]) {
  const group = await administration.registerGroup('audios');
  const ana = await administration.registerUser('ana', [group]);
  const bruno = await administration.registerUser('bruno', [group]);
  const say = await callsOf(server.url, ana);
  const [general] = await say<{ chatUuid: string }[]>('GET', `/groups/${group.uuid}/chats`);
  for (const { name, mimeType, buffer } of recordings) {
    const form = new FormData();
    form.set('type', 'FILE');
    form.set('image', new File([new Uint8Array(buffer)], name, { type: mimeType }));
    await say('POST', `/chats/${general?.chatUuid}/messages`, form);
  }
  const page = await arriveInChat(browser, server.url, bruno, group, 'General');
  await page.evaluate(notePlayer);
  return { page, say };
}

async function receiveTwo(stage: Stage) {
  const recordings = ['primera.wav', 'segunda.wav'].map((name) => tone(name, 120));
  const { page, say } = await receive(stage, recordings);
  const first = playerOf(page, 'primera.wav');
  const second = playerOf(page, 'segunda.wav');
  return { brunos: page, say, first, second };
}

/** Plays `one` to half a minute, then plays `other`. */
async function leaveAtHalfAMinute(one: Locator, other: Locator): Promise<void> {
  await play(one).click();
  await slider(one).press('PageUp');
  await expect.poll(() => at(one)).toBeGreaterThan(30);
  await play(other).click();
  await expect.poll(() => at(other)).toBeGreaterThan(0.3);
}

const isFile = ({ pathname }: URL) => pathname.startsWith('/api/files/');

/** Deletes the file's message from the open chat, as its author. */
async function deleteFile(say: Administration['call'], page: Page, name: string): Promise<void> {
  const chatId = await log(page).getAttribute('data-chat');
  const messages = await say<{ uuid: string; fileName: string | null }[]>(
    'GET',
    `/chats/${chatId}/messages`,
  );
  const deleted = messages.find(({ fileName }) => fileName === name);
  await say('DELETE', `/chats/messages/${deleted?.uuid}`);
}

test('one recording plays at a time, goes on while it is out of sight, and ends when its chat is left', async ({
  browser,
  server,
  administration,
}) => {
  const { brunos, say, first, second } = await receiveTwo({ browser, server, administration });
  await play(first).click();
  await expect.poll(() => at(first)).toBeGreaterThan(0.3);
  await play(second).click();
  await expect(play(first)).toBeVisible();
  await expect.poll(() => at(second)).toBeGreaterThan(0.3);
  await pause(second).click();
  // The first recording continues from its last position.
  await play(first).click();
  expect(await at(first)).toBeGreaterThan(0.2);
  await slider(first).press('PageUp');
  await expect.poll(() => at(first)).toBeGreaterThan(30);

  const chatId = await log(brunos).getAttribute('data-chat');
  for (let line = 0; line < 30; line += 1) {
    const content = 'línea\n'.repeat(5) + line;
    await say('POST', `/chats/${chatId}/messages`, { type: 'TEXT', content });
  }
  await log(brunos).evaluate((list) => list.scrollTo(0, list.scrollHeight));
  await expect(first).toHaveCount(0);
  const playedTo = () => brunos.evaluate(() => window.player.currentTime);
  const before = await playedTo();
  await expect.poll(playedTo).toBeGreaterThan(before + 1);

  const isPaused = () => brunos.evaluate(() => window.player.paused);
  expect(await isPaused()).toBe(false);
  await chooseChat(brunos, await peerOf(brunos));
  await expect.poll(isPaused).toBe(true);
  await chooseChat(brunos, 'General');

  await log(brunos).evaluate((list) => list.scrollTo(0, 0));
  await play(second).click();
  await expect.poll(isPaused).toBe(false);
  await deleteFile(say, brunos, 'segunda.wav');
  await expect.poll(isPaused).toBe(true);
});

for (const { when, isAnswered } of [
  { when: 'before the server is asked for it', isAnswered: false },
  { when: 'while its bytes are on their way', isAnswered: true },
]) {
  test(`a recording that is deleted ${when} never plays`, async ({
    browser,
    server,
    administration,
  }) => {
    const { brunos, say, first } = await receiveTwo({ browser, server, administration });
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await brunos.route(isFile, async (route) => {
      const response = isAnswered ? await route.fetch() : undefined;
      await held;
      await (response ? route.fulfill({ response }) : route.continue());
    });
    const asked = brunos.waitForRequest((request) => request.resourceType() === 'media');
    await play(first).click();
    await asked;
    await deleteFile(say, brunos, 'primera.wav');
    await expect(first).toHaveCount(0);
    release();
    await expect.poll(() => brunos.evaluate(() => window.player.paused)).toBe(true);
    expect(await brunos.evaluate(() => window.player.currentTime)).toBe(0);
  });
}

test('a recording that cannot be fetched says so, and goes on where it was with the next press', async ({
  browser,
  server,
  administration,
}) => {
  const { brunos, first, second } = await receiveTwo({ browser, server, administration });
  await leaveAtHalfAMinute(first, second);

  await brunos.route(isFile, (route) => route.abort());
  await play(first).click();
  await expect(brunos.getByRole('alert')).toHaveText(
    'No se pudo reproducir el audio. Inténtalo de nuevo.',
  );
  await expect(play(first)).toBeVisible();
  await brunos.unroute(isFile);
  await play(first).click();
  await expect(pause(first)).toBeVisible();
  await expect.poll(() => at(first)).toBeGreaterThan(30.5);
});

test('a recording of a form that this browser does not know is a file to download', async ({
  browser,
  server,
  administration,
}) => {
  const unknown = tone('desconocida.wav', 1);
  unknown.buffer.writeUInt16LE(0x1234, 20);
  const { page } = await receive({ browser, server, administration }, [unknown]);
  const player = playerOf(page, unknown.name);
  await play(player).click();
  await expect(player).toHaveCount(0);
  await expect(log(page).getByRole('link', { name: 'Descargar desconocida.wav' })).toBeVisible();
});

test('a position that is sought just as a recording is loaded is kept', async ({
  browser,
  server,
  administration,
}) => {
  const { first, second } = await receiveTwo({ browser, server, administration });
  await leaveAtHalfAMinute(first, second);

  // The seek happens before the page knows that the recording has loaded.
  await slider(first).evaluate((element) => {
    const seek = () =>
      element.dispatchEvent(new KeyboardEvent('keydown', { key: 'PageUp', bubbles: true }));
    window.player.addEventListener('loadedmetadata', seek, { capture: true, once: true });
  });
  await play(first).click();
  await expect.poll(() => at(first)).toBeGreaterThan(60.3);
});
