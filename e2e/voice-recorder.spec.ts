import { expect } from '@playwright/test';
import { expectFailure } from './support/desk.ts';
import { chooseChat, peerOf } from './support/people.ts';
import { meet, openAlone } from './support/sending-files.ts';
import { test } from './support/test.ts';
import {
  microphonesOn,
  newest,
  noteMicrophones,
  record,
  recordButton,
  recorder,
  sendRecording,
  timer,
  voices,
} from './support/voice.ts';

test('without a microphone, or without leave to use it, people are told why', async ({
  browser,
  server,
  administration,
}) => {
  const anas = await openAlone(browser, server.url, administration);
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

test('the recorder stops after 15 minutes, and when the machine has slept', async ({
  browser,
  server,
  administration,
}) => {
  const anas = await openAlone(browser, server.url, administration);
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
