import { expect } from '@playwright/test';
import { chooseChat, peerOf } from './support/people.ts';
import { meet } from './support/sending-files.ts';
import { test } from './support/test.ts';
import {
  interruptByCall,
  microphonesOn,
  newest,
  noteMicrophones,
  record,
  recorder,
  sendRecording,
  timer,
  voices,
} from './support/voice.ts';

test('a recording that a call interrupts pauses, and goes on in the same message', async ({
  browser,
  server,
  administration,
}) => {
  const { ana, anas, brunos } = await meet(browser, server.url, administration);
  await anas.evaluate(noteMicrophones);
  await record(anas);
  await anas.evaluate(interruptByCall, true);
  await expect(recorder(anas)).toContainText('está en pausa');
  const paused = (await timer(anas).textContent()) ?? '';
  // While the call goes on nothing is recorded.
  await recorder(anas).getByRole('button', { name: 'Seguir grabando' }).click();
  await expect(anas.getByText('lo tenga ocupado')).toBeVisible();
  await expect(timer(anas)).toHaveText(paused);
  await anas.evaluate(interruptByCall, false);
  await recorder(anas).getByRole('button', { name: 'Seguir grabando' }).click();
  await expect(recorder(anas).getByRole('button', { name: 'Enviar' })).toBeFocused();
  await expect(timer(anas)).toHaveText('0:04');
  await sendRecording(anas);
  await expect(voices(brunos)).toHaveCount(1);
  const { durationMs } = await newest(server.url, ana);
  expect(durationMs).toBeGreaterThan(2_900);
  expect(durationMs).toBeLessThan(5_500);
});

test('a recording whose microphone is lost goes on with another one, and no microphone stays on', async ({
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
  await recorder(anas).getByRole('button', { name: 'Seguir grabando' }).click();
  await expect(timer(anas)).toHaveText('0:04');
  expect(await microphonesOn(anas)).toBe(1);
  await sendRecording(anas);
  expect(await microphonesOn(anas)).toBe(0);
  await expect(voices(brunos)).toHaveCount(2);
  expect((await newest(server.url, ana)).durationMs).toBeGreaterThan(1_000);
});

test('a recording whose chat is left is offered on return, and no microphone stays on', async ({
  browser,
  server,
  administration,
}) => {
  const { anas, brunos } = await meet(browser, server.url, administration);
  await anas.evaluate(noteMicrophones);
  await record(anas);
  await chooseChat(anas, await peerOf(anas));
  await expect(recorder(anas)).toBeHidden();
  expect(await microphonesOn(anas)).toBe(0);
  await chooseChat(anas, 'General');
  await expect(recorder(anas)).toContainText('La grabación se detuvo al salir del chat');
  await sendRecording(anas);
  await expect(voices(brunos)).toHaveCount(1);
});
