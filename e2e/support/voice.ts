import type { Locator, Page } from '@playwright/test';
import type { LocalFile } from './files.ts';
import { log } from './sending-files.ts';

const RATE = 8_000;

/** A low tone of so many seconds, as every browser plays it. */
export function tone(name: string, seconds: number): LocalFile {
  const samples = Buffer.alloc(seconds * RATE * 2);
  for (let at = 0; at < samples.length; at += 2) {
    samples.writeInt16LE(Math.round(3_000 * Math.sin(at / 20)), at);
  }
  const header = Buffer.alloc(44);
  header.write('RIFF');
  header.writeUInt32LE(36 + samples.length, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(RATE, 24);
  header.writeUInt32LE(RATE * 2, 28);
  header.writeUInt16LE(2, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36);
  header.writeUInt32LE(samples.length, 40);
  return { name, mimeType: 'audio/wav', buffer: Buffer.concat([header, samples]) };
}

export const recordButton = (page: Page) =>
  page.getByRole('button', { name: 'Grabar mensaje de voz' });
export const recorder = (page: Page) => page.getByRole('group', { name: 'Grabación de voz' });
export const timer = (page: Page) => recorder(page).getByRole('timer');
export const sendRecording = (page: Page) =>
  recorder(page).getByRole('button', { name: 'Enviar' }).click();

export const voices = (page: Page) => log(page).getByRole('group', { name: 'Mensaje de voz' });
export const play = (player: Locator) => player.getByRole('button', { name: 'Reproducir' });
export const pause = (player: Locator) => player.getByRole('button', { name: 'Pausar' });
export const slider = (player: Locator) => player.getByRole('slider', { name: 'Posición' });
export const at = async (player: Locator) => Number(await slider(player).inputValue());
