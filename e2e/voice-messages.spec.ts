import { expect } from '@playwright/test';
import { noBarriers } from './support/barriers.ts';
import { attach } from './support/files.ts';
import { composer } from './support/people.ts';
import { log, meet, openAlone, sendIt } from './support/sending-files.ts';
import { test } from './support/test.ts';
import {
  at,
  newest,
  noteMicrophones,
  play,
  record,
  recordButton,
  recorder,
  sendRecording,
  slider,
  timer,
  tone,
  voices,
} from './support/voice.ts';

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
  await expect(timer(anas)).toHaveText('0:04');
  await expect(composer(anas)).toBeHidden();
  await expect(recorder(anas).getByRole('button', { name: 'Enviar' })).toBeFocused();
  await anas.keyboard.press('Enter');
  await expect(recordButton(anas)).toBeFocused();

  const voice = voices(brunos);
  // A busy machine takes the first sounds late: the sound is up to a second shorter than the time shown.
  await expect(voice).toContainText(/0:0[34]/);
  const { durationMs, waveform, ...sent } = await newest(server.url, ana);
  expect(sent).toMatchObject({
    type: 'FILE',
    mimeType: 'audio/webm',
    fileName: 'Mensaje de voz.webm',
  });
  expect(durationMs).toBeGreaterThan(2_900);
  expect(durationMs).toBeLessThan(5_500);
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
  // A recording played to its end can be played again from its beginning.
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
  expect((await newest(server.url, ana)).replyToMessageContent).toBe('¿Vienes?');
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
  expect((await newest(server.url, ana)).waveform?.length).toBeGreaterThan(15);
});

test('recorder and player have no serious barrier in either theme', async ({
  browser,
  server,
  administration,
}) => {
  const anas = await openAlone(browser, server.url, administration);
  await attach(anas, tone('una canción con un nombre bastante largo para una línea.wav', 3));
  await sendIt(anas);
  await record(anas);
  const none = async () => {
    await noBarriers(anas);
  };
  await none();
  await sendRecording(anas);
  await expect(voices(anas)).toHaveCount(1);
  await play(voices(anas)).click();
  await none();
  await play(voices(anas)).click();
  await anas.evaluate(noteMicrophones);
  await record(anas);
  // A playing recording would be recorded as well, so it pauses.
  await expect(play(voices(anas))).toBeVisible();
  await anas.evaluate(() => window.microphones[0]?.dispatchEvent(new Event('ended')));
  await expect(recorder(anas)).toContainText('interrumpido');
  await none();
});
