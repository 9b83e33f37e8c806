import { required } from '@chat/contract/checks';
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useNotification } from '../../../shared/toast/notify.ts';
import {
  FakeAudioContext,
  FakeRecorder,
  fakeMicrophone,
  freeze,
  microphones,
} from '../../../test/fake-microphone.ts';
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
const said = () => screen.getByRole('status').textContent;
const shownTime = () => screen.getByRole('timer').textContent;
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

const track = () => required(microphones()[0], 'microphone that is on');
const call = () => act(() => track().mute(true));
const GO_ON = 'Seguir grabando';
const fallAsleep = () => {
  freeze(60_000);
  pass(100);
};

describe('a recording that is interrupted pauses, says so, and keeps what there is:', () => {
  it.each([
    ['by a call', call],
    ['as its sound is interrupted', () => act(() => FakeAudioContext.last.become('interrupted'))],
    ['as its sound is suspended', () => act(() => FakeAudioContext.last.become('suspended'))],
    ['by a microphone that is lost', () => act(() => track().lose())],
    ['by a recorder that fails', () => act(() => FakeRecorder.last.fail())],
    ['by a recorder that stops', () => act(() => FakeRecorder.last.stop())],
    ['by a machine that sleeps', fallAsleep],
  ])('%s, it can be sent', async (_, interrupt) => {
    await record();
    pass(4_000);
    act(() => FakeRecorder.last.write(10));
    interrupt();
    expect(said()).toContain('se ha interrumpido y está en pausa');
    expect(button(GO_ON)).toBeTruthy();
    pass(60_000);
    expect(shownTime()).toBe('0:04');
    await press('Enviar');
    expect(handleSend.mock.calls.map(([{ file }]) => file.size)).toEqual([10]);
    expect(microphones()).toEqual([]);
  });

  it('what waits in the recorder is kept, too', async () => {
    await record();
    FakeRecorder.waiting = 7;
    call();
    await press('Enviar');
    expect(handleSend.mock.calls[0]?.[0].file.size).toBe(7);
  });

  it('it can be discarded', async () => {
    await record();
    call();
    await press('Cancelar');
    expect(handleSend).not.toHaveBeenCalled();
    expect(microphones()).toEqual([]);
    expect(button(RECORD)).toBeTruthy();
  });

  it('it waits for who leaves the chat', async () => {
    const { unmount } = await record();
    act(() => FakeRecorder.last.write(10));
    call();
    unmount();
    expect(microphones()).toEqual([]);
    await open();
    await press('Enviar');
    expect(handleSend).toHaveBeenCalledOnce();
  });
});

describe('an interrupted recording goes on as its user wishes:', () => {
  it('with the same microphone after a call, in the same message', async () => {
    await record();
    pass(2_000);
    act(() => FakeRecorder.last.write(10));
    const before = FakeRecorder.last;
    call();
    pass(30_000);
    act(() => track().mute(false));
    expect(said()).toContain('en pausa');
    act(() => required(button(GO_ON), 'element').focus());
    await press(GO_ON);
    expect(said()).toBe('Grabando');
    expect(document.activeElement).toBe(button('Enviar'));
    pass(3_000);
    expect(shownTime()).toBe('0:05');
    expect(FakeRecorder.last).toBe(before);
    expect(before.state).toBe('recording');
    await press('Enviar');
    expect(handleSend).toHaveBeenCalledOnce();
    expect(handleSend.mock.calls[0]?.[0].waveform).toHaveLength(50);
  });

  it('after a sleep, of which nothing counts', async () => {
    await record();
    pass(2_000);
    fallAsleep();
    await press(GO_ON);
    pass(3_000);
    expect(shownTime()).toBe('0:05');
    expect(said()).toBe('Grabando');
  });

  it('with another microphone in place of a lost one, in another message', async () => {
    await record();
    pass(2_000);
    act(() => FakeRecorder.last.write(10));
    act(() => track().lose());
    await press(GO_ON);
    pass(3_000);
    expect(shownTime()).toBe('0:05');
    act(() => FakeRecorder.last.write(20));
    await press('Enviar');
    expect(
      handleSend.mock.calls.map(([{ file, waveform }]) => [file.size, waveform.length]),
    ).toEqual([
      [10, 20],
      [20, 30],
    ]);
    expect(microphones()).toEqual([]);
  });

  it('not while the call goes on, and it says so', async () => {
    await record();
    act(() => FakeRecorder.last.write(10));
    call();
    fakeMicrophone([WEBM], undefined, { isMuted: true });
    await press(GO_ON);
    expect(useNotification.getState().current?.message).toContain('lo tenga ocupado');
    expect(said()).toContain('en pausa');
    expect(microphones()).toEqual([]);
    fakeMicrophone([WEBM]);
    await press(GO_ON);
    expect(said()).toBe('Grabando');
    await press('Enviar');
    expect(handleSend).toHaveBeenCalledOnce();
  });

  it('is not offered a second microphone by a second press, nor one once it is sent', async () => {
    await record();
    act(() => FakeRecorder.last.write(10));
    act(() => track().lose());
    await act(async () => {
      fireEvent.click(required(button(GO_ON), 'element'));
      fireEvent.click(required(button(GO_ON), 'element'));
    });
    expect(microphones()).toHaveLength(1);
    act(() => track().lose());
    await act(async () => {
      fireEvent.click(required(button(GO_ON), 'element'));
      fireEvent.click(required(button('Enviar'), 'element'));
    });
    expect(microphones()).toEqual([]);
    expect(handleSend).toHaveBeenCalledOnce();
  });
});

describe('the length shown is right', () => {
  it('where a hidden page is called rarely', async () => {
    await record();
    pass(1_000);
    freeze(61_000, { isAsleep: false });
    pass(100);
    expect(said()).toBe('Grabando');
    expect(shownTime()).toBe('1:02');
  });

  it('where a call comes while nothing of the page runs', async () => {
    await record();
    pass(1_000);
    freeze(4_000, { isAsleep: false });
    call();
    expect(shownTime()).toBe('0:05');
  });

  it('where the machine sleeps in the middle of a call', async () => {
    await record();
    pass(2_000);
    freeze(60_000);
    call();
    pass(1_000);
    expect(shownTime()).toBe('0:02');
  });
});
