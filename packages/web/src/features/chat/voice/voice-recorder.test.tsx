import { required } from '@chat/contract/checks';
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useNotification } from '../../../shared/toast/notify.ts';
import { FakeRecorder, fakeMicrophone, microphones, sleep } from '../../../test/fake-microphone.ts';
import { serve, show } from '../../../test/show.tsx';
import type { Recorded } from './recordings.ts';
import { cancelRecording } from './recordings.ts';
import { VoiceRecorder } from './voice-recorder.tsx';

const RECORD = 'Grabar mensaje de voz';
const WEBM = 'audio/webm;codecs=opus';
const OGG = 'audio/ogg;codecs=opus';
const MP4 = 'audio/mp4';

const handleSend = vi.fn<(recorded: Recorded) => void>();

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date', 'performance'] });
  useNotification.setState({ current: null });
  handleSend.mockReset();
  fakeMicrophone([WEBM]);
});
afterEach(() => {
  cleanup();
  cancelRecording('hash');
  vi.useRealTimers();
});

async function open(isEmpty = true) {
  serve({ 'GET /config': { maxUploadBytes: 1_000 } });
  const shown = show(<VoiceRecorder hash="hash" isEmpty={isEmpty} onSend={handleSend} />);
  await vi.waitFor(() => expect(shown.queryClient.isFetching()).toBe(0));
  return shown;
}

const button = (name: string) => screen.queryByLabelText(name);
const press = async (name: string) =>
  act(async () => void fireEvent.click(required(button(name), 'element')));
const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms));

async function record() {
  const shown = await open();
  await press(RECORD);
  return shown;
}

describe('the button of the microphone', () => {
  it('records, in the place of what is written with, and the keyboard goes there and back', async () => {
    await record();
    expect(button(RECORD)).toBeNull();
    expect(button('Grabación de voz')?.hasAttribute('data-instead')).toBe(true);
    expect(document.activeElement).toBe(button('Enviar'));
    pass(4_000);
    expect(screen.getByRole('timer').textContent).toBe('0:04');
    act(() => FakeRecorder.last.write(10));
    await press('Enviar');
    expect(handleSend).toHaveBeenCalledOnce();
    expect(microphones()).toEqual([]);
    expect(document.activeElement).toBe(button(RECORD));
    await press(RECORD);
    await press('Cancelar');
    expect(handleSend).toHaveBeenCalledOnce();
    expect(microphones()).toEqual([]);
    expect(document.activeElement).toBe(button(RECORD));
  });

  it('is not there while something is typed', async () => {
    await open(false);
    expect(button(RECORD)).toBeNull();
  });
});

it.each([
  [[MP4, OGG, WEBM], 'webm', WEBM],
  [[MP4, OGG], 'ogg', OGG],
  [[MP4], 'm4a', MP4],
])('of %j it records %s', async (formats, ending, type) => {
  fakeMicrophone(formats);
  await record();
  act(() => FakeRecorder.last.write(10));
  await press('Enviar');
  const [{ file }] = required(handleSend.mock.calls[0], 'call');
  expect([file.name, file.type]).toEqual([`Mensaje de voz.${ending}`, type]);
});

describe('where nothing can be recorded it is said why:', () => {
  const refuse = (name: string) =>
    fakeMicrophone([WEBM], () => {
      throw new DOMException('', name);
    });
  it.each([
    ['no leave', () => refuse('NotAllowedError'), 'No has permitido usar el micrófono'],
    ['no microphone', () => refuse('NotFoundError'), 'No se ha encontrado ningún micrófono'],
    ['one that is held', () => refuse('NotReadableError'), 'otra aplicación lo tenga ocupado'],
    ['no such format', () => fakeMicrophone([]), 'Este navegador no puede grabar'],
    ['no secure address', () => vi.stubGlobal('isSecureContext', false), 'una dirección segura'],
  ])('%s', async (_, arrange, said) => {
    arrange();
    await record();
    expect(useNotification.getState().current?.message).toContain(said);
    expect(button(RECORD)).toBeTruthy();
  });
});

describe('a recording ends by itself', () => {
  it.each([
    ['after 15 minutes', () => pass(1_000), 'ha llegado a los 15 minutos'],
    ['before a file is too large', () => act(() => FakeRecorder.last.write(980)), 'tamaño máximo'],
    [
      'with its microphone',
      () => act(() => void microphones()[0]?.dispatchEvent(new Event('ended'))),
      'se ha interrumpido',
    ],
    ['when the machine sleeps', () => act(() => sleep(10_000)), 'se ha interrumpido'],
  ])('%s, and is offered to be sent', async (_, end, said) => {
    await record();
    act(() => FakeRecorder.last.write(900));
    pass(15 * 60_000 - 1_000);
    expect(screen.getByRole('status').textContent).toBe('Grabando');
    end();
    expect(screen.getByRole('status').textContent).toContain(said);
    expect(microphones()).toEqual([]);
    await press('Enviar');
    expect(handleSend).toHaveBeenCalledOnce();
  });

  it('when its chat is left, and is there on coming back', async () => {
    const { unmount } = await record();
    act(() => FakeRecorder.last.write(10));
    unmount();
    expect(microphones()).toEqual([]);
    await open();
    expect(screen.getByRole('status').textContent).toContain('se detuvo al salir del chat');
    await press('Enviar');
    expect(handleSend).toHaveBeenCalledOnce();
  });
});
