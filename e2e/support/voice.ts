import { expect, type Locator, type Page } from '@playwright/test';
import { type Administration, callsOf } from './administration.ts';
import type { LocalFile } from './files.ts';
import { log } from './sending-files.ts';

declare global {
  interface Window {
    /** The tracks that the page records from. */
    microphones: MediaStreamTrack[];
  }
}

const RATE = 8_000;

/** A low tone of so many seconds, in a format that every browser plays. */
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

export async function record(page: Page, clock = '0:02'): Promise<void> {
  await recordButton(page).click();
  await expect(timer(page)).toHaveText(clock);
}

/** Gives the test access to the tracks that the page records from. */
export function noteMicrophones(): void {
  window.microphones = [];
  const { mediaDevices } = navigator;
  const open = mediaDevices.getUserMedia.bind(mediaDevices);
  mediaDevices.getUserMedia = async (asked) => {
    const stream = await open(asked);
    window.microphones.push(...stream.getTracks());
    return stream;
  };
}

/** A call begins or ends: for the page all microphones, open or asked for, are mute or not. */
export function interruptByCall(isMuted: boolean): void {
  Object.defineProperty(MediaStreamTrack.prototype, 'muted', {
    configurable: true,
    get: () => isMuted,
  });
  for (const track of window.microphones) {
    track.dispatchEvent(new Event(isMuted ? 'mute' : 'unmute'));
  }
}

export const microphonesOn = (page: Page) =>
  page.evaluate(() => window.microphones.filter(({ readyState }) => readyState === 'live').length);

interface Sent {
  type: string;
  mimeType: string | null;
  durationMs: number | null;
  waveform: number[] | null;
  fileName: string | null;
  replyToMessageContent: string | null;
}

/** The newest message of Ana's group chat, as the API returns it to her. */
export async function newest(url: string, ana: Parameters<typeof callsOf>[1]): Promise<Sent> {
  const call: Administration['call'] = await callsOf(url, ana);
  const [group] = (await call<{ uuid: string; name: string }[]>('GET', '/groups/me')).filter(
    ({ name }) => name !== 'GENERAL',
  );
  const [chat] = await call<{ chatUuid: string }[]>('GET', `/groups/${group?.uuid}/chats`);
  const messages = await call<Sent[]>('GET', `/chats/${chat?.chatUuid}/messages`);
  const last = messages.at(-1);
  if (!last) throw new Error('the chat has no message');
  return last;
}
