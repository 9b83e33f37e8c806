import { expect } from '@playwright/test';
import { chooseChat, peerOf } from './support/people.ts';
import { meet } from './support/sending-files.ts';
import { test } from './support/test.ts';
import {
  microphonesOn,
  newest,
  noteMicrophones,
  record,
  recorder,
  sendRecording,
  voices,
} from './support/voice.ts';

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
  expect((await newest(server.url, ana)).durationMs).toBeGreaterThan(1_500);

  // Leaving the chat stops the recording; the chat shows it again on return.
  await record(anas);
  await chooseChat(anas, await peerOf(anas));
  await expect(recorder(anas)).toBeHidden();
  expect(await microphonesOn(anas)).toBe(0);
  await chooseChat(anas, 'General');
  await expect(recorder(anas)).toContainText('La grabación se detuvo al salir del chat');
  await sendRecording(anas);
  await expect(voices(brunos)).toHaveCount(2);
});
