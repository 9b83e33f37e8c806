import { expect, type Page } from '@playwright/test';
import { type Administration, callsOf } from './support/administration.ts';
import { barriers, barriersInLight } from './support/barriers.ts';
import { expectFailure } from './support/desk.ts';
import { attach } from './support/files.ts';
import { chooseChat, composer } from './support/people.ts';
import { log, meet, sendIt } from './support/sending-files.ts';
import { test } from './support/test.ts';
import {
  at,
  pause,
  play,
  recordButton,
  recorder,
  sendRecording,
  slider,
  timer,
  tone,
  voices,
} from './support/voice.ts';

declare global {
  interface Window {
    /** What the page records from. */
    microphones: MediaStreamTrack[];
    /** What the page plays with. */
    player: HTMLMediaElement;
  }
}

// A microphone that beeps, which nobody is asked about.
test.use({
  launchOptions: async ({ launchOptions }, use) => {
    const fake = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'];
    await use({ ...launchOptions, args: [...(launchOptions.args ?? []), ...fake] });
  },
});

interface Sent {
  type: string;
  mimeType: string | null;
  durationMs: number | null;
  waveform: number[] | null;
  fileName: string | null;
  replyToMessageContent: string | null;
}

/** The newest message of Ana's group chat, as the API gives it to her. */
async function newest(url: string, ana: Parameters<typeof callsOf>[1]): Promise<Sent | undefined> {
  const call: Administration['call'] = await callsOf(url, ana);
  const [group] = (await call<{ uuid: string; name: string }[]>('GET', '/groups/me')).filter(
    ({ name }) => name !== 'GENERAL',
  );
  const [chat] = await call<{ chatUuid: string }[]>('GET', `/groups/${group?.uuid}/chats`);
  return (await call<Sent[]>('GET', `/chats/${chat?.chatUuid}/messages`)).at(-1);
}

async function record(page: Page, clock = '0:02'): Promise<void> {
  await recordButton(page).click();
  await expect(timer(page)).toHaveText(clock);
}

test('a voice message is recorded, sent and played by the others, who seek and change its speed', async ({
  browser,
  server,
  administration,
}) => {
  const { ana, anas, brunos } = await meet(browser, server.url, administration);
  await composer(anas).fill('a');
  await expect(recordButton(anas)).toBeHidden();
  await composer(anas).fill('');
  await recordButton(anas).focus();
  await anas.keyboard.press('Enter');
  await expect(timer(anas)).toHaveText('0:03');
  await expect(composer(anas)).toBeHidden();
  await expect(recorder(anas).getByRole('button', { name: 'Enviar' })).toBeFocused();
  await anas.keyboard.press('Enter');
  await expect(recordButton(anas)).toBeFocused();

  const voice = voices(brunos);
  await expect(voice).toContainText('0:03');
  const { durationMs, waveform, ...sent } = (await newest(server.url, ana)) as Sent;
  expect(sent).toMatchObject({
    type: 'FILE',
    mimeType: 'audio/webm',
    fileName: 'Mensaje de voz.webm',
  });
  expect(durationMs).toBeGreaterThan(2_900);
  expect(durationMs).toBeLessThan(4_500);
  expect(waveform?.length).toBeGreaterThan(25);
  expect(Math.max(...(waveform ?? []))).toBe(100);
  expect(Math.min(...(waveform ?? []))).toBeLessThan(50);

  await slider(voice).focus();
  await brunos.keyboard.press('End');
  await expect.poll(() => at(voice)).toBeGreaterThan(2.9);
  await brunos.keyboard.press('ArrowLeft');
  expect(await at(voice)).toBe(0);
  await voice.getByRole('button', { name: 'Velocidad 1×' }).click();
  await voice.getByRole('button', { name: 'Velocidad 1,5×' }).click();
  await play(voice).click();
  await expect.poll(() => at(voice)).toBeGreaterThan(0.5);
  // Played to its end, it can be played again from its beginning.
  await expect(play(voice)).toBeVisible();
  expect(await at(voice)).toBe(0);
  await voice.getByRole('button', { name: 'Velocidad 2×' }).click();
  await slider(voice).click();
  const middle = await at(voice);
  expect(middle).toBeGreaterThan(1);
  await play(voice).click();
  await expect.poll(() => at(voice)).toBeGreaterThan(middle + 0.3);
});

test('what is cancelled is not sent, and an answer may be a voice message', async ({
  browser,
  server,
  administration,
}) => {
  const { ana, anas, brunos } = await meet(browser, server.url, administration);
  await composer(brunos).fill('¿Vienes?');
  await composer(brunos).press('Enter');
  await record(anas, '0:01');
  await recorder(anas).getByRole('button', { name: 'Cancelar' }).click();
  await expect(recorder(anas)).toBeHidden();
  await expect(recordButton(anas)).toBeFocused();

  await anas.getByRole('button', { name: 'Opciones del mensaje' }).click();
  await anas.getByRole('menuitem', { name: 'Responder' }).click();
  await record(anas, '0:01');
  await sendRecording(anas);
  await expect(voices(brunos)).toHaveCount(1);
  await expect(log(brunos).getByRole('article').last()).toContainText('¿Vienes?');
  expect((await newest(server.url, ana))?.replyToMessageContent).toBe('¿Vienes?');
});

test('a voice message that could not be sent is kept over a reload, and sent with its waveform', async ({
  browser,
  server,
  administration,
}) => {
  let isRefused = true;
  const { ana, anas, brunos } = await meet(browser, server.url, administration, (route) =>
    isRefused ? route.fulfill({ status: 422, json: { message: 'No' } }) : route.continue(),
  );
  await record(anas);
  await sendRecording(anas);
  const retry = log(anas).getByRole('button', { name: 'Reintentar' });
  await expect(retry).toBeVisible();
  await anas.reload();
  await expect(retry).toBeVisible();
  isRefused = false;
  await retry.click();
  await expect(voices(brunos)).toHaveCount(1);
  expect((await newest(server.url, ana))?.waveform?.length).toBeGreaterThan(15);
});

test('without a microphone, or without leave to use it, people are told why', async ({
  browser,
  server,
  administration,
}) => {
  const { anas } = await meet(browser, server.url, administration);
  const refuse = (name: string) =>
    anas.evaluate((reason) => {
      navigator.mediaDevices.getUserMedia = async () => {
        throw new DOMException('', reason);
      };
    }, name);
  const texts = {
    NotAllowedError: 'No has permitido usar el micrófono',
    NotFoundError: 'No se ha encontrado ningún micrófono',
    NotReadableError: 'puede que otra aplicación lo tenga ocupado',
  };
  for (const [name, text] of Object.entries(texts)) {
    await refuse(name);
    await recordButton(anas).click();
    await expectFailure(anas, text);
    await expect(recorder(anas)).toBeHidden();
  }
  await anas.evaluate(() => {
    MediaRecorder.isTypeSupported = () => false;
  });
  await recordButton(anas).click();
  await expectFailure(anas, 'Este navegador no puede grabar mensajes de voz');
});

/** The tracks that the page records from are at hand for the test. */
function noteMicrophones(): void {
  window.microphones = [];
  const { mediaDevices } = navigator;
  const open = mediaDevices.getUserMedia.bind(mediaDevices);
  mediaDevices.getUserMedia = async (asked) => {
    const stream = await open(asked);
    window.microphones.push(...stream.getTracks());
    return stream;
  };
}

const microphonesOn = (page: Page) =>
  page.evaluate(() => window.microphones.filter(({ readyState }) => readyState === 'live').length);

test('a recording that is cut off is offered to be sent, and no microphone stays on', async ({
  browser,
  server,
  administration,
}) => {
  const { ana, anas, brunos } = await meet(browser, server.url, administration);
  await anas.evaluate(noteMicrophones);
  await record(anas);
  expect(await microphonesOn(anas)).toBe(1);
  await anas.evaluate(() => window.microphones[0]?.dispatchEvent(new Event('ended')));
  await expect(recorder(anas)).toContainText('La grabación se ha interrumpido');
  expect(await microphonesOn(anas)).toBe(0);
  await sendRecording(anas);
  await expect(voices(brunos)).toHaveCount(1);
  expect((await newest(server.url, ana))?.durationMs).toBeGreaterThan(1_500);

  // Whoever goes elsewhere is not recorded there, and finds it when they come back.
  await record(anas);
  await chooseChat(anas, await peerOf(anas));
  await expect(recorder(anas)).toBeHidden();
  expect(await microphonesOn(anas)).toBe(0);
  await chooseChat(anas, 'General');
  await expect(recorder(anas)).toContainText('La grabación se detuvo al salir del chat');
  await sendRecording(anas);
  await expect(voices(brunos)).toHaveCount(2);
});

const peerOf = async (page: Page) =>
  (
    await page.getByRole('list', { name: 'Conversaciones' }).getByText(/@/).first().innerText()
  ).trim();

test('the recorder stops after 15 minutes, and when the machine has slept', async ({
  browser,
  server,
  administration,
}) => {
  const { anas } = await meet(browser, server.url, administration);
  await anas.evaluate(noteMicrophones);
  await anas.clock.install();
  await record(anas, '0:01');
  await anas.clock.runFor('14:50');
  await expect(recorder(anas)).not.toContainText('15 minutos');
  await anas.clock.runFor('00:10');
  await expect(recorder(anas)).toContainText('La grabación ha llegado a los 15 minutos');
  await expect(timer(anas)).toHaveText('15:00');
  expect(await microphonesOn(anas)).toBe(0);
  await recorder(anas).getByRole('button', { name: 'Cancelar' }).click();

  await record(anas, '0:01');
  await anas.clock.fastForward('01:00:00');
  await expect(recorder(anas)).toContainText('La grabación se ha interrumpido');
});

/** What plays is at hand for the test, whether its message is in sight or not. */
function notePlayer(): void {
  const { play: begin } = HTMLMediaElement.prototype;
  HTMLMediaElement.prototype.play = function play() {
    window.player = this;
    return begin.call(this);
  };
}

test('the recorder stops before a file is too large to be sent', async ({
  browser,
  server,
  administration,
}) => {
  const { anas, brunos } = await meet(browser, server.url, administration);
  await anas.route('**/api/config', async (route) => {
    const answer = await route.fetch();
    const { content, ...envelope } = await answer.json();
    await route.fulfill({ json: { ...envelope, content: { ...content, maxUploadBytes: 9_000 } } });
  });
  await anas.reload();
  await recordButton(anas).click();
  await expect(recorder(anas)).toContainText('La grabación ha llegado al tamaño máximo');
  await sendRecording(anas);
  await expect(voices(brunos)).toHaveCount(1);
});

test('one recording plays at a time, goes on while it is out of sight, and ends when its chat is left', async ({
  browser,
  server,
  administration,
}) => {
  const { ana, anas, brunos } = await meet(browser, server.url, administration);
  await brunos.evaluate(notePlayer);
  for (const name of ['primera.wav', 'segunda.wav']) {
    await attach(anas, tone(name, 120));
    await sendIt(anas);
  }
  const player = (name: string) => log(brunos).getByRole('group', { name: `Audio ${name}` });
  const [first, second] = [player('primera.wav'), player('segunda.wav')];
  await play(first).click();
  await expect.poll(() => at(first)).toBeGreaterThan(0.3);
  await play(second).click();
  await expect(play(first)).toBeVisible();
  await expect.poll(() => at(second)).toBeGreaterThan(0.3);
  await pause(second).click();
  // Goes on where it was left.
  await play(first).click();
  expect(await at(first)).toBeGreaterThan(0.2);
  await slider(first).press('PageUp');
  await expect.poll(() => at(first)).toBeGreaterThan(30);

  const say = await callsOf(server.url, ana);
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
  const messages = await say<{ uuid: string; fileName: string | null }[]>(
    'GET',
    `/chats/${chatId}/messages`,
  );
  const deleted = messages.find(({ fileName }) => fileName === 'segunda.wav');
  await say('DELETE', `/chats/messages/${deleted?.uuid}`);
  await expect.poll(isPaused).toBe(true);
});

test('recorder and player have no serious barrier in either theme', async ({
  browser,
  server,
  administration,
}) => {
  const { anas } = await meet(browser, server.url, administration);
  await attach(anas, tone('una canción con un nombre bastante largo para una línea.wav', 3));
  await sendIt(anas);
  await record(anas);
  const none = async () => {
    expect(await barriers(anas)).toEqual([]);
    expect(await barriersInLight(anas)).toEqual([]);
  };
  await none();
  await sendRecording(anas);
  await expect(voices(anas)).toHaveCount(1);
  await play(voices(anas)).click();
  await none();
  await play(voices(anas)).click();
  await anas.evaluate(noteMicrophones);
  await record(anas);
  // What plays would be recorded along.
  await expect(play(voices(anas))).toBeVisible();
  await anas.evaluate(() => window.microphones[0]?.dispatchEvent(new Event('ended')));
  await expect(recorder(anas)).toContainText('interrumpido');
  await none();
});
