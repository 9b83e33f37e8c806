import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { tone } from '../support/voice.ts';
import { button } from './support/hands.ts';
import { test } from './support/test.ts';

const sendButton = { css: '[role=dialog] button', text: 'Enviar' };
const SLIDER = '[role=log] input[type=range]';

/** Test machines have no loudspeaker, and Firefox then takes every file for unplayable. */
function mute(): void {
  const { play } = HTMLMediaElement.prototype;
  HTMLMediaElement.prototype.play = function playMuted() {
    this.muted = true;
    return play.call(this);
  };
}

test('a recording is played in its bubble, and sought in by pointer and by keys', async ({
  hands,
  team,
}) => {
  const { ana, group } = team;
  const folder = await mkdtemp(join(tmpdir(), 'web-chat-voice-'));
  const { name, buffer } = tone('canción.wav', 60);
  await writeFile(join(folder, name), buffer);
  await hands.arrive(ana, group);
  await hands.choose(join(folder, name));
  await hands.click(sendButton);
  await hands.see({ css: '[role=log] fieldset', text: '1:00' });
  await hands.evaluate(mute, null);
  const at = () =>
    hands.evaluate((css) => Number(document.querySelector<HTMLInputElement>(css)?.value), SLIDER);

  // The slider works before the recording has been played, too.
  await hands.focusOn({ css: SLIDER });
  await hands.press('ArrowRight');
  await expect.poll(at).toBe(5);
  await hands.click(button('Reproducir'));
  await expect.poll(at).toBeGreaterThan(5.3);
  await hands.click({ css: SLIDER });
  await expect.poll(at).toBeGreaterThan(25);
  await hands.click(button('Pausar'));
  await hands.see(button('Reproducir'));
  const paused = await at();
  await hands.focusOn({ css: SLIDER });
  await hands.press('ArrowRight');
  expect(await at()).toBeCloseTo(paused + 5, 1);
  await hands.press('Home');
  expect(await at()).toBe(0);
  await rm(folder, { recursive: true });
});
